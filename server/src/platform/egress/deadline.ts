import { fail, type Failure } from './failure.ts'

type Phase =
  | 'resolving the host name'
  | 'connecting'
  | 'negotiating TLS'
  | 'waiting for the response'
  | 'reading the response'

/** One deadline for a whole request including redirects, set by a timer or the caller's signal. */
export class Deadline {
  #timeout_ms: number
  #ends_at_ms: number
  #timer: NodeJS.Timeout
  #signal: AbortSignal | undefined
  #phase: Phase = 'resolving the host name'
  #interrupt: ((failure: Failure) => void) | null = null
  #failure: Failure | null = null

  constructor(timeout_ms: number, signal?: AbortSignal) {
    this.#timeout_ms = timeout_ms
    this.#ends_at_ms = performance.now() + timeout_ms
    this.#timer = setTimeout(() => this.#end(this.#timeoutFailure()), timeout_ms)
    this.#signal = signal
    if (signal?.aborted) this.#onAbort()
    else signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  /**
   * Each phase replaces the previous one. `interrupt` must release the resources of the phase and settle it. Returns false if the deadline
   * has passed. The clock is read, because a process that was stopped and continues runs callbacks of its sockets before its timers.
   */
  enter(phase: Phase, interrupt: (failure: Failure) => void): boolean {
    this.#phase = phase
    this.#interrupt = interrupt
    if (this.#failure) interrupt(this.#failure)
    else if (performance.now() > this.#ends_at_ms) this.#end(this.#timeoutFailure())
    return this.#failure === null
  }

  /** Ends only the wait. The work continues. */
  wait<T>(phase: Phase, work: Promise<T>): Promise<T | Failure> {
    return new Promise((resolve, reject) => {
      this.enter(phase, resolve)
      work.then(resolve, reject)
    })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#interrupt = null
    this.#signal?.removeEventListener('abort', this.#onAbort)
  }

  #onAbort = (): void => this.#end(fail('aborted', 'The request was cancelled.'))

  #timeoutFailure(): Failure {
    return fail('timeout', `No complete response within ${this.#timeout_ms / 1000} s (timed out while ${this.#phase}).`)
  }

  #end(failure: Failure): void {
    if (this.#failure) return
    this.#failure = failure
    this.#interrupt?.(failure)
  }
}
