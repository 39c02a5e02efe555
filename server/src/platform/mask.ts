const MARK = '…'

/** Instead of a value of which nothing is shown. */
export const HIDDEN = MARK

/** What is left of a secret when it is read back: enough to tell two apart, not enough to use. */
export function maskSecret(secret: string): string {
  return secret.length >= 12 ? MARK + secret.slice(-4) : MARK
}

/** A masked value sent back means "as it was". */
export const isMasked = (value: string): boolean => value.startsWith(MARK)
