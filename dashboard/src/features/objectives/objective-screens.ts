/** One script for both: the list leads to one of them, and the first load of every screen names one file less. */
export { ObjectiveScreen } from './objective-screen.tsx'
export { ObjectivesScreen } from './objectives-screen.tsx'
