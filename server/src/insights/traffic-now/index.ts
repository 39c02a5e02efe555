export { refreshTraffic, startTrafficRefresh } from './refresh.ts'
