export interface Terminal {
  /** Columns; undefined for a file or a pipe, which get every cell as it is. */
  width?: number | undefined
  color: boolean
}

/** Colour is for people alone: https://no-color.org */
export function describeTerminal(
  stream: { isTTY?: boolean; columns?: number },
  env: Readonly<Record<string, string | undefined>>,
): Terminal {
  const isTerminal = stream.isTTY === true
  const isPlain = Boolean(env['NO_COLOR']) || env['TERM'] === 'dumb'
  return { width: isTerminal ? stream.columns : undefined, color: isTerminal && !isPlain }
}

export const countCharacters = (text: string): number => Array.from(text).length

/**
 * Text from elsewhere (names, messages of other servers) must not control the terminal: control characters and characters that
 * change the direction of text are replaced.
 */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- controls are what is looked for
  return text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

function formatText(text: string): string {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
  return isTime ? `${text.slice(0, 10)} ${text.slice(11, 19)}Z` : cleanText(text)
}

export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'string') return formatText(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    const isTable = value.some((item) => typeof item === 'object' && item !== null)
    return value.length === 0 ? '-' : value.map(formatValue).join(isTable ? '\n' : ', ')
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([name, inner]) => `${cleanText(name)} ${formatValue(inner)}`)
    return parts.join(', ') || '-'
  }
  return JSON.stringify(value)
}
