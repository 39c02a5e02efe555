/** Every type of check: one file each, one line here. CONTRIBUTING.md says what a new one needs. */
export { http } from './http.ts'
export { ping } from './ping.ts'
