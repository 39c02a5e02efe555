/** The path to open after signing in. Accepts only paths of this app, because somebody else may have crafted the URL. */
export function readReturnPath(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])/.test(path) && !path.startsWith('/sign-in') ? path : '/'
}
