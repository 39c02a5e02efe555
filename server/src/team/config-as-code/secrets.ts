import { isReference } from '@sitewatch/contract'
import { invalid } from '../../http/problem.ts'
import type { Entry } from './kind.ts'
import type { Fields } from './operations.ts'

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isReference(value)

/** Whether the file contains the secret itself, or one secret of a map, and not only a reference to it. */
export function isGiven(value: unknown): boolean {
  if (isMap(value)) return Object.values(value).some(isGiven)
  return typeof value === 'string'
}

const unresolved = (field: string, env: string): Error =>
  invalid(field, 'required', `${field} is needed and not given. Set the environment variable ${env} for swctl.`)

/** A new record has no stored secret that a reference could keep. */
export function requireSecrets(entry: Entry, secrets: readonly string[]): void {
  for (const name of secrets) {
    const value = entry[name]
    if (isReference(value)) throw unresolved(name, value.$env)
    if (!isMap(value)) continue
    for (const [key, inner] of Object.entries(value))
      if (isReference(inner)) throw unresolved(`${name}.${key}`, inner.$env)
  }
}

/** Sending the mask back keeps the stored value. Header names are case-insensitive. */
function keepMap(field: string, value: Readonly<Record<string, unknown>>, stored: unknown): Fields {
  const masks = new Map(Object.entries((stored ?? {}) as Fields).map(([name, mask]) => [name.toLowerCase(), mask]))
  const kept = Object.entries(value).map(([name, inner]) => {
    if (!isReference(inner)) return [name, inner] as const
    const mask = masks.get(name.toLowerCase())
    if (mask === undefined) throw unresolved(`${field}.${name}`, inner.$env)
    return [name, mask] as const
  })
  return Object.fromEntries(kept)
}

/** The entry as it is sent for an existing record: a mere reference to a secret keeps the stored one. */
export function keepSecrets(entry: Entry, secrets: readonly string[], record: Fields): Entry {
  const kept = Object.entries(entry)
    .filter(([name, value]) => !(secrets.includes(name) && isReference(value)))
    .map(([name, value]) => [name, secrets.includes(name) && isMap(value) ? keepMap(name, value, record[name]) : value])
  return Object.fromEntries(kept) as Entry
}
