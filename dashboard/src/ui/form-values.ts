/** What a person typed, as the API wants it: an empty field is one that was not sent. */
export interface FormValues {
  text(name: string): string
  optionalText(name: string): string | undefined
  /** What is no number is sent as it is typed, so that the server says what is wrong with it. */
  optionalNumber(name: string): number | undefined
  checked(name: string): boolean
  all(name: string): string[]
}

export function readForm(data: FormData): FormValues {
  const text = (name: string): string => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  const optionalText = (name: string): string | undefined => {
    const value = text(name).trim()
    return value === '' ? undefined : value
  }
  return {
    text,
    optionalText,
    optionalNumber: (name) => {
      const value = optionalText(name)
      if (value === undefined) return undefined
      // Decimals may be typed with a comma; but 1,000 is a thousand to many, and as one it would pass for a whole number.
      const number = Number(value.replace(/,(?!000$)/, '.'))
      return Number.isNaN(number) ? (value as unknown as number) : number
    },
    checked: (name) => data.has(name),
    all: (name) => data.getAll(name).filter((value) => typeof value === 'string'),
  }
}

/**
 * Of what a form would send, only what a person changed: what stood in it at first may be out of date by now, and sending it
 * again would undo what somebody else did meanwhile.
 */
export function pickChanged<Fields extends object>(
  shown: { readonly [Name in keyof Fields]?: unknown },
  fields: Fields,
): Partial<Fields> {
  const isChanged = (name: string, value: unknown): boolean =>
    JSON.stringify(value) !== JSON.stringify(shown[name as keyof Fields])
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => isChanged(name, value))) as Partial<Fields>
}
