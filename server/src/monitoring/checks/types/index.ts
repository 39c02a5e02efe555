/** Registry of check types: one file and one line per type. CONTRIBUTING.md describes how to add one. */
export { dns } from './dns.ts'
export { heartbeat } from './heartbeat.ts'
export { http } from './http.ts'
export { ping } from './ping.ts'
export { tcp } from './tcp.ts'
export { tls } from './tls.ts'
