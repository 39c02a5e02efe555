/** An error of the browser with our own message. */
export class BrowserError extends Error {
  override name = 'BrowserError'
  readonly next: string

  constructor(message: string, next: string, cause: unknown) {
    super(message, { cause })
    this.next = next
  }
}
