import { queryOptions } from '@tanstack/react-query'

export interface Choice {
  value: string
  label: string
  /** At the end of its line, such as a count. */
  note?: string
}

export interface FoundChoices {
  choices: readonly Choice[]
  /** How many match, found here or not. */
  total: number
}

/** Where choices come from: the server searches, so it does not matter how many there are. */
export interface ChoiceSource {
  key: readonly unknown[]
  find(search: string, signal: AbortSignal): Promise<FoundChoices>
  /** Those of these values that still exist. */
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
