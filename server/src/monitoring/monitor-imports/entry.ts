import type { ImportSkipReason, MonitorImportProvider } from '@sitewatch/contract'

export type Fields = Readonly<Record<string, unknown>>

export interface Skipped {
  skip: ImportSkipReason
  notes: string[]
}

/** A monitor that is not validated yet, or why there is none. */
export type Translated = { monitor: Fields; notes: string[] } | Skipped

/** One monitor of the source. */
export interface Entry {
  name: string
  source_type: string
  target: string | null
  translated: Translated
}

export interface ImportFile {
  /** In the order of the file. */
  entries: Entry[]
  providers: MonitorImportProvider[]
}

/** What is wrong with the file as a whole; a sentence that begins with "file". */
export interface UnreadableFile {
  fault: string
  code?: 'too_many'
}

/** Refuses rows that are not translated, because there are too many of them. */
export const refuseTooMany = (rows: readonly unknown[], max: number): UnreadableFile | undefined =>
  rows.length > max ? { fault: `file must have at most ${max} monitors.`, code: 'too_many' } : undefined

export const skip = (reason: ImportSkipReason, note: string): Skipped => ({ skip: reason, notes: [note] })

export const unsupportedType = (type: string): Skipped => skip('unsupported_type', `Type "${type}" is not supported.`)

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** For an entry of a list that is not a monitor. */
export const brokenEntry = (): Entry => ({
  name: '',
  source_type: '',
  target: null,
  translated: skip('invalid', 'This entry cannot be read.'),
})

/** Exports write the same value as text, number or boolean. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

export function numberOf(value: unknown): number | undefined {
  const text = textOf(value)
  const number = Number(text)
  return text === '' || !Number.isFinite(number) ? undefined : number
}

export const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const MAX_NAME = 120
const MAX_TAGS = 20
const MAX_TAG = 50

/** The name, or else the target, cut to the maximum length with a note. */
export function fitName(name: string, target: string, notes: string[]): string {
  const full = name === '' ? target : name
  if (full.length <= MAX_NAME) return full
  notes.push(`The name was shortened to ${MAX_NAME} characters.`)
  return full.slice(0, MAX_NAME).toWellFormed().trim()
}

/** Converts tags to our format: in lower case, without commas, at most 20. */
export function fitTags(tags: readonly string[], notes: string[]): string[] {
  const fitted = tags
    .map((tag) =>
      tag
        .replaceAll(/[,\p{Cc}]+/gu, ' ')
        .trim()
        .toLowerCase()
        .slice(0, MAX_TAG)
        .toWellFormed()
        .trim(),
    )
    .filter((tag) => tag !== '')
  const unique = [...new Set(fitted)]
  if (unique.length > MAX_TAGS) notes.push(`Only the first ${MAX_TAGS} of ${unique.length} tags were kept.`)
  return unique.slice(0, MAX_TAGS)
}

/** Limits a timeout to our maximum of a minute. */
export function fitTimeout(seconds: number | undefined): { timeout_seconds?: number } {
  return seconds === undefined || seconds <= 0
    ? {}
    : { timeout_seconds: Math.min(60, Math.max(1, Math.round(seconds))) }
}
