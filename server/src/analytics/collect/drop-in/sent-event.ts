import { randomBytes } from 'node:crypto'

export type Fields = Record<string, unknown>

/** What a script of another program sent, as our own would have sent it. */
export interface DropInEvent {
  /** What it has where a tracking ID belongs. */
  tracking_id: unknown
  /** Null: nothing to count, such as who the visitor is. */
  event: Fields | null
}

/** Those scripts name no page view, so that each event is its own; our server events are the same. */
export const makeWireEvent = (fields: Fields): Fields => ({
  ...fields,
  i: randomBytes(8).readBigUInt64BE(0).toString(),
  k: 0,
})

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function parseFields(value: unknown): Fields | null {
  if (typeof value !== 'string') return isFields(value) ? value : null
  try {
    const parsed: unknown = JSON.parse(value)
    return isFields(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** Properties are plain values here. What is a list or an object there is kept as text. */
export function flattenProps(props: Fields | null): Fields | undefined {
  if (props === null) return undefined
  const plain = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  return Object.fromEntries(Object.entries(props).map(([name, value]) => [name, plain(value)]))
}
