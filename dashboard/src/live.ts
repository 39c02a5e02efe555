import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { withTeam } from './current-team.ts'
import { keysOfTopic, readChange } from './live-topics.ts'
import { BASE_PATH } from './page-facts.ts'

export type LiveState = 'connecting' | 'live' | 'polling'

const POLL_MS = 10_000
const RECONNECT_MS = 30_000
/** A burst, such as fifty monitors of one dead server, is one round of asking. */
const GATHER_MS = 150

let state: LiveState = 'connecting'
const watchers = new Set<() => void>()

function setState(next: LiveState): void {
  if (state === next) return
  state = next
  for (const watcher of watchers) watcher()
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => state,
  )
}

/** Keeps what is on screen true: by the server's events, and by asking every ten seconds while those do not come. */
export function followChanges(client: QueryClient): () => void {
  const stale = new Set<string>()
  let gathering: ReturnType<typeof setTimeout> | undefined
  let polling: ReturnType<typeof setInterval> | undefined
  let reconnecting: ReturnType<typeof setTimeout> | undefined
  let source: EventSource | undefined

  const refreshAll = (): void =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  const refreshStale = (): void => {
    const keys = new Set(stale)
    stale.clear()
    gathering = undefined
    void client.invalidateQueries({ predicate: ({ queryKey }) => keys.has(String(queryKey[0])) })
  }

  function fallBack(): void {
    setState('polling')
    polling ??= setInterval(refreshAll, POLL_MS)
  }

  function connect(): void {
    source = new EventSource(withTeam(`${BASE_PATH}/api/live`))
    source.addEventListener('open', () => {
      // Something may have changed while nobody listened; the first time there is nothing on screen that could be old.
      if (state === 'polling') refreshAll()
      clearInterval(polling)
      polling = undefined
      setState('live')
    })
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const change = readChange(data)
      if (!change) return
      for (const key of keysOfTopic(change.topic)) stale.add(key)
      gathering ??= setTimeout(refreshStale, GATHER_MS)
    })
    source.addEventListener('resync', refreshAll)
    source.addEventListener('error', () => {
      fallBack()
      // A refused stream is not taken up again by the browser itself.
      if (source?.readyState === EventSource.CLOSED) reconnecting = setTimeout(connect, RECONNECT_MS)
    })
  }

  connect()
  return () => {
    source?.close()
    clearTimeout(gathering)
    clearTimeout(reconnecting)
    clearInterval(polling)
    state = 'connecting'
  }
}
