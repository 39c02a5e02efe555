import type { VisitStep } from '../visit.ts'

/** Our script does not send anything then; scripts of others, pointed here, do. */
export const doNotTrack: VisitStep = {
  reason: 'do_not_track',
  description: 'The browser sends Do Not Track or Global Privacy Control, and the website respects it (honor_dnt).',
  drops: ({ site, refuses_tracking }) => site.honor_dnt && refuses_tracking,
}
