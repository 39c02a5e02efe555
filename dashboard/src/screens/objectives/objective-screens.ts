/** One chunk for both screens: the list leads to an objective, and the initial load of every screen names one file less. */
export { ObjectiveScreen } from './objective-screen.tsx'
export { ObjectivesScreen } from './objectives-screen.tsx'
