import { redactSecrets, type Secrets } from './redact.ts'

const MAX_LENGTH = 300
/** More than is ever shown, so that the text is redacted before it is cut. */
const MAX_READ = 8192

function shorten(text: string): string {
  const short = text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`
  return short.isWellFormed() ? short : short.toWellFormed().replaceAll('\uFFFD', '')
}

/**
 * An error message of a remote server with our own prefix: one line, at most 300 characters, with our secrets redacted in
 * case it repeats them, and without control characters, which a database or a terminal could not handle.
 */
export function quoteFailure(prefix: string, message: string, secrets: Secrets): string {
  const line = message
    .slice(0, MAX_READ)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
  return shorten(line === '' ? `${prefix}.` : `${prefix}: ${redactSecrets(line, secrets)}`)
}
