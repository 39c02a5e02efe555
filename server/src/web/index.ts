export { mountPages } from './pages.ts'
