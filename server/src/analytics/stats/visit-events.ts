/** An expression over one event of a visit, given the name of the event in SQL. */
export type Column = (event: string) => string

const KINDS = { view: 1, engagement: 2, event: 3, outbound: 4, download: 5, vitals: 7 }

export const TIME: Column = (x) => `${x}.1`
export const IS_ACTIVE: Column = (x) => `(${x}.2 != ${KINDS.engagement} AND ${x}.2 != ${KINDS.vitals})`
export const IS_VIEW: Column = (x) => `(${x}.2 = ${KINDS.view})`
export const IS_CUSTOM: Column = (x) => `(${x}.2 >= ${KINDS.event} AND ${x}.2 <= ${KINDS.download})`
export const IS_VITALS: Column = (x) => `(${x}.2 = ${KINDS.vitals})`
/** True for the empty event that arrayFirst returns when nothing matches. */
export const IS_MISSING: Column = (x) => `${x}.2 = 0`
export const ENGAGED: Column = (x) => `${x}.3`

/** The columns that every query needs; time and kind come before them, out of ORDER. */
export const FIRST_COLUMNS = ['engaged_ms']
export const columnAt = (index: number): Column => {
  const position = index + 3
  return (x) => `${x}.${position}`
}

/**
 * The order and the kind of an event in one number, which is collected and sorted in half the time of a tuple: the time of day, the
 * number within its page view, a part of the page view's hash, its kind. So events of the same millisecond have a stable order, and
 * those of one page view their own.
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
