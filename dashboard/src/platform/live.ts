import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { withTeam } from './current-team.ts'
import { isHeld } from './held-refreshes.ts'
import { keysOfTopic, readChange } from './live-topics.ts'
import { BASE_PATH } from './page-facts.ts'

export type LiveState = 'connecting' | 'live' | 'polling'

const POLL_MS = 10_000
const RECONNECT_MS = 30_000
/** Changes within this time, such as fifty monitors of one server that is down, cause one refresh. */
const BATCH_MS = 150

let state: LiveState = 'connecting'
const listeners = new Set<() => void>()

function setState(next: LiveState): void {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => state,
  )
}

/** Keeps the screen up to date with the server's events, and by polling every ten seconds while there is no connection. */
export function followChanges(client: QueryClient): () => void {
  const stale = new Set<string>()
  let batching: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  let reconnecting: ReturnType<typeof setTimeout> | undefined
  let source: EventSource | undefined

  const refreshAll = (): void =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  const refreshStale = (): void => {
    if (isHeld()) {
      batching = setTimeout(refreshStale, BATCH_MS)
      return
    }
    const keys = new Set(stale)
    stale.clear()
    batching = undefined
    void client.invalidateQueries({ predicate: ({ queryKey }) => keys.has(String(queryKey[0])) })
  }

  function fallBack(): void {
    setState('polling')
    polling ??= setInterval(refreshAll, POLL_MS)
  }

  function connect(): void {
    source = new EventSource(withTeam(`${BASE_PATH}/api/live`))
    source.addEventListener('open', () => {
      // Something may have changed while the connection was down. On the first connection, nothing on screen is stale yet.
      if (state === 'polling') refreshAll()
      clearInterval(polling)
      polling = undefined
      setState('live')
    })
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const change = readChange(data)
      if (!change) return
      for (const key of keysOfTopic(change.topic)) stale.add(key)
      batching ??= setTimeout(refreshStale, BATCH_MS)
    })
    source.addEventListener('resync', refreshAll)
    source.addEventListener('error', () => {
      fallBack()
      // The browser does not reconnect a stream that was refused.
      if (source?.readyState === EventSource.CLOSED) reconnecting = setTimeout(connect, RECONNECT_MS)
    })
  }

  connect()
  return () => {
    source?.close()
    clearTimeout(batching)
    clearTimeout(reconnecting)
    clearInterval(polling)
    state = 'connecting'
  }
}
