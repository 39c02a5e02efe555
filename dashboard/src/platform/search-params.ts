/**
 * The URL has plain text (`?period=7d&page=2`), not JSON, because people read, share and type it. Each route's `validateSearch` converts
 * it to what the screen needs, and replaces an invalid value by the default.
 */
export type RawSearch = Record<string, unknown>

type Plain = string | number | boolean | null | undefined

export const parseSearch = (text: string): RawSearch => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: RawSearch): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search as Record<string, Plain>)) {
    if (value === undefined || value === null || value === '' || value === false) continue
    params.set(name, value === true ? '1' : String(value))
  }
  return params.size === 0 ? '' : `?${params.toString()}`
}

export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const readFlag = (value: unknown): true | undefined => (value === '1' || value === true ? true : undefined)

export function readCount(value: unknown): number | undefined {
  const count = Number(value)
  return value !== '' && Number.isSafeInteger(count) && count > 0 ? count : undefined
}

/** 2026-10 */
export const readMonth = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(value) ? value : undefined

/** Only a time zone that the browser supports: any other would throw wherever a date is formatted. */
export function readTimezone(value: unknown): string | undefined {
  const timeZone = readText(value)
  try {
    Intl.DateTimeFormat('en', { timeZone })
    return timeZone
  } catch {
    return undefined
  }
}

export const readChoice = <T extends string>(value: unknown, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === value)
