const MARK = '…'

/** Replaces a value that is hidden completely. */
export const HIDDEN = MARK

/** What the API shows of a stored secret: enough to tell two apart, not enough to use. */
export function maskSecret(secret: string): string {
  return secret.length >= 12 ? MARK + secret.slice(-4) : MARK
}

/** A masked value that is sent back means "unchanged". */
export const isMasked = (value: string): boolean => value.startsWith(MARK)
