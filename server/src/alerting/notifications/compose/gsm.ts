/** The 7-bit alphabet of telephones. A single character outside it halves what fits into a message. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take two places. */
const EXTENDED = new Set('^{}\\[~]|€')

const SPELLED: Record<string, string> = { '…': '...', '–': '-', '—': '-', '’': "'", '‘': "'", '“': '"', '”': '"' }

export function toGsm(text: string): string {
  let out = ''
  for (const character of text.normalize('NFC')) {
    if (BASIC.has(character) || EXTENDED.has(character)) out += character
    else {
      const bare = SPELLED[character] ?? character.normalize('NFD').replaceAll(/\p{M}/gu, '')
      out += [...bare].every((each) => BASIC.has(each)) && bare !== '' ? bare : '?'
    }
  }
  return out
}

export const gsmLength = (text: string): number =>
  [...text].reduce((length, character) => length + (EXTENDED.has(character) ? 2 : 1), 0)

export function cutGsm(text: string, max: number): string {
  if (gsmLength(text) <= max) return text
  let out = ''
  for (const character of text) {
    if (gsmLength(out + character) > max - 3) break
    out += character
  }
  return `${out}...`
}
