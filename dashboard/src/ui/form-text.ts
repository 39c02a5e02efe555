/** `200-299, 304` as a list for the API. */
export const readList = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const writeHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** A line without a colon is a name without a value. The server validates it. */
export function readHeaders(text: string): Record<string, string> {
  const headers: [string, string][] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [name = '', ...rest] = line.split(':')
    headers.push([name.trim(), rest.join(':').trim()])
  }
  return Object.fromEntries(headers)
}

type Scalar = string | number | boolean | null

/** `12`, `true` and `"12"` are JSON. Everything else is text. */
export function readScalar(text: string): Scalar {
  if (text === '') return null
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? text : (value as Scalar)
  } catch {
    return text
  }
}

/** Writes a value so that readScalar reads the same value. */
export const writeScalar = (value: unknown): string =>
  typeof value === 'string' && readScalar(value) === value ? value : JSON.stringify(value)
