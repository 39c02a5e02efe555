export { type DemoReport, fillDemo } from './fill.ts'
export { readAccountContents, removeDemo } from './remove.ts'
