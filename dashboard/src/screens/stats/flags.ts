/** The two regional indicators of a flag, which our own font draws. Empty for anything but a country code. */
export const flagOf = (country: string): string =>
  /^[A-Z]{2}$/.test(country)
    ? String.fromCodePoint(...[...country].map((letter) => 0x1_f1_e6 + (letter.codePointAt(0) ?? 65) - 65))
    : ''
