/** Where to after signing in: only ever a path of this app, for the address may have been written by somebody else. */
export function readReturnPath(given: string | undefined): string {
  return given !== undefined && /^\/(?![/\\])/.test(given) && !given.startsWith('/sign-in') ? given : '/'
}
