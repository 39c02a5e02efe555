const MAX_LENGTH = 300

// Control characters and direction overrides, with which "/gpj.exe" could be shown as another name.
// oxlint-disable-next-line no-control-regex -- matching control characters is the purpose
const INVISIBLE_CHARACTERS = /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g

/** Text that a visitor's browser sent, made safe to show: one line of bounded length. */
export function cleanText(text: string): string {
  const cut = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
  return cut.replaceAll(INVISIBLE_CHARACTERS, '\u{FFFD}').toWellFormed()
}

/** Without query and fragment, which may contain names, e-mail addresses and tokens. */
export const cutQuery = (path: string): string => /^[^?#]*/.exec(path)?.[0] ?? ''

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export function nameCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code
}
