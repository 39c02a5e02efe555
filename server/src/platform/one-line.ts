/** Replaces control characters and line breaks, so that a name of a user fits into a subject or heading. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
