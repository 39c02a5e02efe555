// Owns: what strangers see of a website: shared pages and badges, and the password before them.
// Called by: roles (pages); status-pages use its password pages and cookies.
// Begins: `public-routes.ts`.

export { isMember } from './access.ts'
export { createGuesser, createGuessLimits } from './password.ts'
export { isForeignForm, readPassword } from './password-form.ts'
export { mountPublicPages } from './public-routes.ts'
export { createViewerCookies, type ViewerCookies } from './viewer-cookie.ts'
