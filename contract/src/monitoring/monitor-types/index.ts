/** Every type of check: one file each, one line here. CONTRIBUTING.md says what a new one needs. */
export { dns } from './dns.ts'
export { heartbeat } from './heartbeat.ts'
export { http } from './http.ts'
export { ping } from './ping.ts'
export { tcp } from './tcp.ts'
export { tls } from './tls.ts'
