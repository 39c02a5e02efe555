/** The values of a form in the types of the API. An empty field counts as not sent. */
export interface FormValues {
  text(name: string): string
  optionalText(name: string): string | undefined
  /** An invalid number is sent as typed, so that the server reports the error. */
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
      // A decimal comma is accepted. But 1,000 is left as it is: it may mean a thousand, and would be accepted as the integer 1.
      const number = Number(value.replace(/,(?!000$)/, '.'))
      return Number.isNaN(number) ? (value as unknown as number) : number
    },
    checked: (name) => data.has(name),
    all: (name) => data.getAll(name).filter((value) => typeof value === 'string'),
  }
}

/**
 * Returns only the fields that were changed. The initial values may be out of date, and sending them again would undo changes that
 * somebody else made in the meantime.
 */
export function pickChanged<Fields extends object>(
  shown: { readonly [Name in keyof Fields]?: unknown },
  fields: Fields,
): Partial<Fields> {
  const isChanged = (name: string, value: unknown): boolean =>
    JSON.stringify(value) !== JSON.stringify(shown[name as keyof Fields])
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => isChanged(name, value))) as Partial<Fields>
}
