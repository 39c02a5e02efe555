import pg from 'pg'
import type { Loop } from '../progress.ts'
import { endWithin, keepPinging, socketOf, toDeadline } from './frozen.ts'

interface ListenOptions {
  config: pg.ClientConfig
  channel: string
  /** With null whenever notifications may have been missed. */
  handler: (payload: string | null) => void
  onError: (error: Error) => void
  ping_ms: number
  loop: Loop
}

export function listenForever({ config, channel, handler, onError, ping_ms, loop }: ListenOptions) {
  let ended = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  const connect = async (): Promise<void> => {
    const next = new pg.Client(config)
    client = next
    let lost = false
    let stopPinging = (): void => undefined
    const reconnect = (error?: Error): void => {
      if (lost || ended) return
      lost = true
      stopPinging()
      if (error) onError(error)
      retry = setTimeout(() => void connect(), 1000)
      void next.end().catch(onError)
    }
    next.on('error', reconnect)
    next.on('end', () => reconnect())
    next.on('notification', (message) => handler(message.payload ?? ''))
    loop.begin()
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      loop.end()
      stopPinging = keepPinging(next, ping_ms, loop)
      handler(null)
    } catch (error) {
      loop.end(toDeadline(error))
      reconnect(error as Error)
    }
  }
  return {
    ready: connect(),
    async end() {
      if (ended) return
      ended = true
      loop.stop()
      clearTimeout(retry)
      const last = client
      if (last) await endWithin(last.end(), () => socketOf(last).destroy())
    },
  }
}
