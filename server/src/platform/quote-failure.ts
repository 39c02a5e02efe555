import { redactSecrets, type Secrets } from './redact.ts'

const MAX_LENGTH = 300
/** More than is ever shown, so that cutting comes after redacting. */
const MAX_READ = 8192

function cut(text: string): string {
  const short = text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH - 1)}…`
  return short.isWellFormed() ? short : short.toWellFormed().replaceAll('\uFFFD', '')
}

/**
 * A failure in the far side's words: one line, at most 300 characters with our own before it, without our secrets in
 * case it repeats them, and without anything that a database or a terminal would stumble over.
 */
export function quoteFailure(ours: string, theirs: string, secrets: Secrets): string {
  const line = theirs
    .slice(0, MAX_READ)
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
  return cut(line === '' ? `${ours}.` : `${ours}: ${redactSecrets(line, secrets)}`)
}
