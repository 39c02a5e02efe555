export { listOutages } from './outages.ts'
export { readUptimeReport } from './report.ts'
export { readUptimeTimeline } from './timeline.ts'
