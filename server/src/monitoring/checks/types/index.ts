/** Registry of check types: one file and one line per type. CONTRIBUTING.md describes how to add one. */
export { http } from './http.ts'
export { ping } from './ping.ts'
