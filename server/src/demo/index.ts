export { type DemoReport, fillDemo } from './fill.ts'
export { readStanding, removeDemo } from './remove.ts'
