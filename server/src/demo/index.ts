export { type DemoReport, fillDemo } from './fill.ts'
export { readTeamContents, removeDemo } from './remove.ts'
