import { ClickHouseUnavailable } from './failure.ts'

interface QueuedCaller<T> {
  grant: (resource: T) => void
  refuse: (error: Error) => void
}

/** Connection pool: each connection serves one caller at a time, and other callers queue in order for a limited time. */
export class ConnectionPool<T> {
  private readonly idle: T[]
  private readonly all: readonly T[]
  private readonly max_wait_ms: number
  private readonly waiting = new Set<QueuedCaller<T>>()
  private closing: ((value: readonly T[]) => void) | undefined

  constructor(resources: readonly T[], max_wait_ms: number) {
    this.all = resources
    this.idle = [...resources]
    this.max_wait_ms = max_wait_ms
  }

  get hasIdle(): boolean {
    return this.idle.length > 0
  }

  async use<Result>(fn: (resource: T) => Promise<Result>): Promise<Result> {
    if (this.closing) throw closed()
    const resource = this.idle.pop() ?? (await this.wait())
    try {
      return await fn(resource)
    } finally {
      this.release(resource)
    }
  }

  /** Rejects new work, and queued work unless `finishWaiting` is set. Resolves when nothing is running. */
  drain({ finishWaiting }: { finishWaiting: boolean }): Promise<readonly T[]> {
    if (!finishWaiting) for (const waiting of this.waiting) waiting.refuse(closed())
    return new Promise((resolve) => {
      this.closing = resolve
      this.settle()
    })
  }

  private wait(): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => waiting.refuse(new ClickHouseUnavailable('busy', 'ClickHouse: too many queued queries')),
        this.max_wait_ms,
      )
      const leave = (): void => {
        clearTimeout(timer)
        this.waiting.delete(waiting)
      }
      const waiting: QueuedCaller<T> = {
        grant: (resource) => {
          leave()
          resolve(resource)
        },
        refuse: (error) => {
          leave()
          reject(error)
        },
      }
      this.waiting.add(waiting)
    })
  }

  private release(resource: T): void {
    const [next] = this.waiting
    if (next) return next.grant(resource)
    this.idle.push(resource)
    this.settle()
  }

  private settle(): void {
    if (this.idle.length === this.all.length) this.closing?.(this.all)
  }
}

const closed = (): ClickHouseUnavailable => new ClickHouseUnavailable('closed', 'ClickHouse is shutting down')
