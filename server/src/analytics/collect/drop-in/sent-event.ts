import { randomBytes } from 'node:crypto'

export type Fields = Record<string, unknown>

/** An event of another product's script, in the format of our own script. */
export interface DropInEvent {
  /** The value of the field that should hold the tracking ID; not validated yet. */
  tracking_id: unknown
  /** Null: nothing to count, such as data that identifies the visitor. */
  event: Fields | null
}

/** Those scripts send no page view id, so each event gets a random one, like a server event without an id. */
export const makeWireEvent = (fields: Fields): Fields => ({
  ...fields,
  i: randomBytes(8).readBigUInt64BE(0).toString(),
  k: 0,
})

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Those scripts send the whole address of the page; ours leaves out the fragment. */
export const withoutFragment = (url: unknown): unknown => (typeof url === 'string' ? url.replace(/#.*/s, '') : url)

export function parseFields(value: unknown): Fields | null {
  if (typeof value !== 'string') return isFields(value) ? value : null
  try {
    const parsed: unknown = JSON.parse(value)
    return isFields(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** Property values are scalars here, so a list or an object is stored as JSON text. */
export function flattenProps(props: Fields | null): Fields | undefined {
  if (props === null) return undefined
  const toScalar = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  return Object.fromEntries(Object.entries(props).map(([name, value]) => [name, toScalar(value)]))
}
