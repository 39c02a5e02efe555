const LONGEST = 300

// Controls, and what turns the direction of writing: with it, "/gpj.exe" reads as another name.
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNSEEN = /[\u0000-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g

/** Whatever a visitor's browser sent, as text that shows what it is and fits into memory and a line. */
export function cleanText(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return cut.replaceAll(UNSEEN, '\u{FFFD}').toWellFormed()
}

/** Without query and fragment, in which people's names, addresses and tokens travel. */
export const cutQuery = (path: string): string => /^[^?#]*/.exec(path)?.[0] ?? ''

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export function nameCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code
}
