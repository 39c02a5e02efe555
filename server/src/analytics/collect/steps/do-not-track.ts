import type { VisitStep } from '../visit.ts'

/** Our script sends nothing in this case, but the scripts of other products that send here do. */
export const doNotTrack: VisitStep = {
  reason: 'do_not_track',
  description: 'The browser sends Do Not Track or Global Privacy Control, and the website respects it (honor_dnt).',
  drops: ({ site, refuses_tracking }) => site.honor_dnt && refuses_tracking,
}
