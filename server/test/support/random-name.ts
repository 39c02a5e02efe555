import { randomBytes } from 'node:crypto'

const LETTERS = 'ghjklmnpqrstvwxz'

/** Without vowels: hexadecimal names now and then contained "add", and so matched the button "Add" that a test looked for. */
export const makeRandomName = (): string =>
  Array.from(randomBytes(12), (byte) => LETTERS.charAt(byte % LETTERS.length)).join('')
