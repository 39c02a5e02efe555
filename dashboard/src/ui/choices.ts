import { queryOptions } from '@tanstack/react-query'

export interface Choice {
  value: string
  label: string
  /** Shown at the end of the line, such as a count. */
  note?: string
}

export interface FoundChoices {
  choices: readonly Choice[]
  /** Number of all matches, including those that are not in `choices`. */
  total: number
}

/** Loads choices. The server searches them, so there may be any number. */
export interface ChoiceSource {
  key: readonly unknown[]
  find(search: string, signal: AbortSignal): Promise<FoundChoices>
  /** Returns the choices for those of the values that still exist. */
  name(values: readonly string[], signal: AbortSignal): Promise<readonly Choice[]>
}

export const foundChoicesQuery = (source: ChoiceSource, search = '') =>
  queryOptions({
    queryKey: [...source.key, 'found', search],
    queryFn: ({ signal }) => source.find(search, signal),
  })

export const namedChoicesQuery = (source: ChoiceSource, values: readonly string[]) =>
  queryOptions({
    queryKey: [...source.key, 'named', values],
    queryFn: ({ signal }) => source.name(values, signal),
    enabled: values.length > 0,
  })
