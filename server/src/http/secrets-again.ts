import type { DestinationChange } from '@sitewatch/contract'
import { isMasked } from '../platform/mask.ts'
import { type FieldError, problem } from './problem.ts'

const REASONS: Readonly<Record<DestinationChange, string>> = {
  origin: 'the URL points to another server',
  resolver: 'resolver changes',
  verify_tls: 'verify_tls is switched off',
}

type Fields = Readonly<Record<string, unknown>>

const isMap = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The secrets of one field that the record still has from before: the field itself, or the names in its map. */
function listKept(field: string, value: unknown, sent: unknown): string[] {
  if (value === undefined || value === null) return []
  if (!isMap(value)) return typeof sent === 'string' && !isMasked(sent) ? [] : [field]
  if (!isMap(sent)) return Object.keys(value).length === 0 ? [] : [field]
  return Object.entries(sent).flatMap(([name, text]) => (isMasked(String(text)) ? [`${field}.${name}`] : []))
}

/**
 * A person who may change a record may not know its secrets, and must not learn them by sending them to a server of their own. So where the
 * destination changes, every secret that is left must have been sent in this request, in full. `next` is the record after the change.
 */
export function requireSecretsAgain(
  change: DestinationChange | null,
  { names, sent, next }: { names: readonly string[]; sent: Fields; next: Fields },
): void {
  if (change === null) return
  const kept = names.flatMap((name) => listKept(name, next[name], sent[name]))
  if (kept.length === 0) return
  const errors = kept.map((field): FieldError => {
    const message = `${field} is required again, because ${REASONS[change]}. Send the full value.`
    return { field, code: 'required', message }
  })
  throw problem('validation_failed', { detail: errors.map(({ message }) => message).join(' '), errors })
}
