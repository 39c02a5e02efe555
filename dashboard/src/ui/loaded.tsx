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
 * A query in its three states. What was loaded once stays on screen when asking again fails, with the failure above it:
 * at 3 a.m. an old figure is worth more than none.
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
