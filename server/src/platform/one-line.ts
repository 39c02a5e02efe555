/** Control characters and line ends have no place in a heading, whatever a name holds. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
