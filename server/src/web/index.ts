export { escapeHtml, PAGE_CSP, renderPage } from './layout.ts'
export { mountPages } from './routes.ts'
export { mountAddressVerification } from './verify-address.ts'
