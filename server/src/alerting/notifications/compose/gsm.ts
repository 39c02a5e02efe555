/** The GSM 7-bit alphabet. A single character outside it halves the length of a message. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters that count twice. */
const EXTENDED = new Set('^{}\\[~]|€')

const REPLACEMENTS: Record<string, string> = { '…': '...', '–': '-', '—': '-', '’': "'", '‘': "'", '“': '"', '”': '"' }

export function toGsm(text: string): string {
  let out = ''
  for (const character of text.normalize('NFC')) {
    if (BASIC.has(character) || EXTENDED.has(character)) out += character
    else {
      const bare = REPLACEMENTS[character] ?? character.normalize('NFD').replaceAll(/\p{M}/gu, '')
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
