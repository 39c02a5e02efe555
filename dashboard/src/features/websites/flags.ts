/** The two letters of a flag: a font of ours draws them. Empty for what is no country. */
export const flagOf = (country: string): string =>
  /^[A-Z]{2}$/.test(country)
    ? String.fromCodePoint(...[...country].map((letter) => 0x1_f1_e6 + (letter.codePointAt(0) ?? 65) - 65))
    : ''
