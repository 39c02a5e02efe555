/** Another worker has this job, because this one was silent for too long. It ends here, and does not complete the job of the other. */
export class JobTakenOver extends Error {
  override name = 'JobTakenOver'
}
