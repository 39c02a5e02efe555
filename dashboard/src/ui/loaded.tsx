import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBox } from './error-box.tsx'
import { Skeleton } from './skeleton.tsx'

interface LoadedProps<T> {
  query: UseQueryResult<T>
  /** Rows of the skeleton. */
  rows?: number
  label?: string
  children: (data: T) => ReactNode
}

/**
 * A query in its three states: loading, failed, loaded. If a refetch fails, the loaded data stays on screen with the error above it,
 * because in an outage old data is better than none.
 */
export function Loaded<T>({ query, rows = 3, label = t`Loading`, children }: LoadedProps<T>) {
  const retry = (): void => void query.refetch()
  if (query.data === undefined) {
    return query.isError ? <ErrorBox error={query.error} retry={retry} /> : <Skeleton rows={rows} label={label} />
  }
  return (
    <>
      {query.isError && <ErrorBox error={query.error} retry={retry} />}
      {children(query.data)}
    </>
  )
}
