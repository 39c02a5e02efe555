/** An expression over one event of a visit, given the name of the event in SQL. */
export type Column = (event: string) => string

const KINDS = { view: 1, engagement: 2, event: 3, outbound: 4, download: 5, vitals: 7 }

/**
 * The elements of a tuple by name: in SQL they have positions only. A named tuple would need a cast with the type of every element,
 * and the types of the elements that a filter adds are not known here.
 */
export function nameElements<Name extends string>(names: readonly Name[]): Record<Name, Column> {
  const columns = names.map((name, index): [Name, Column] => [name, (tuple) => `${tuple}.${index + 1}`])
  return Object.fromEntries(columns) as Record<Name, Column>
}

/** A value with the dimension that it is of. */
export const PAIR = nameElements(['dimension', 'value'])

/** The columns that every query needs. Time and kind, which are decoded from ORDER, come before them. */
export const FIRST_COLUMNS = ['engaged_ms'] as const
const DECODED_COLUMNS = ['time_ms', 'kind'] as const
const EVENT = nameElements([...DECODED_COLUMNS, ...FIRST_COLUMNS])
/** The column at `index` of those after time and kind; FIRST_COLUMNS come first. */
export const columnAt = (index: number): Column => {
  const position = DECODED_COLUMNS.length + index + 1
  return (x) => `${x}.${position}`
}

export const TIME = EVENT.time_ms
export const KIND = EVENT.kind
export const ENGAGED = EVENT.engaged_ms
export const IS_ACTIVE: Column = (x) =>
  `(${EVENT.kind(x)} != ${KINDS.engagement} AND ${EVENT.kind(x)} != ${KINDS.vitals})`
export const IS_VIEW: Column = (x) => `(${EVENT.kind(x)} = ${KINDS.view})`
export const IS_CUSTOM: Column = (x) => `(${EVENT.kind(x)} >= ${KINDS.event} AND ${EVENT.kind(x)} <= ${KINDS.download})`
export const IS_VITALS: Column = (x) => `(${EVENT.kind(x)} = ${KINDS.vitals})`
/** True for the empty event that arrayFirst returns when nothing matches. */
export const IS_MISSING: Column = (x) => `${EVENT.kind(x)} = 0`

/**
 * The order and the kind of an event in one number, which is collected and sorted in half the time of a tuple: the time of day, the
 * number within its page view, a part of the page view's hash, its kind. So events of the same millisecond have a stable order, and
 * those of one page view keep theirs.
 */
export const ORDER = `bitOr(
          bitOr(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time) % 86400000), 37), bitShiftLeft(toUInt64(number), 21)),
          bitOr(bitShiftLeft(bitAnd(pageview_id, 262143), 3), toUInt64(toInt8(kind))))`
const TIME_OF_ORDER = `toInt64(bitShiftRight(k, 37)) + toUnixTimestamp(toDateTime(day, 'UTC')) * 1000`
const KIND_OF_ORDER = 'toInt8(bitAnd(k, 7))'

/**
 * Only this many events of a visitor and day are read, those that come first in the table. A collector accepts no more
 * (SITEWATCH_MAX_EVENTS_PER_VISITOR); this covers several collectors, and events that were stored before that limit existed.
 */
const MAX_EVENTS_PER_VISITOR = 50_000
export const gather = (expression: string): string => `groupArray(${MAX_EVENTS_PER_VISITOR})(${expression})`

/** The events of a visitor as tuples, in order; `orders` holds their ORDER as they were read. */
export function sortEvents(columns: readonly string[]): string {
  const arrays = [
    `arrayMap(k -> ${TIME_OF_ORDER}, arraySort(orders))`,
    `arrayMap(k -> ${KIND_OF_ORDER}, arraySort(orders))`,
    ...columns.map((column) => `arraySort((x, k) -> k, ${gather(column)}, orders)`),
  ]
  return `arrayZip(${arrays.join(', ')})`
}
