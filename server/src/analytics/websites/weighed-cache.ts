interface Entry<Value> {
  value: Value
  bytes: number
}

/** A cache with a maximum number of entries and bytes; the oldest are evicted first. An entry larger than the limit is not cached. */
export class WeighedCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #max: { entries: number; bytes: number }
  #bytes = 0

  constructor(max: { entries: number; bytes: number }) {
    this.#max = max
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value
  }

  set(key: string, value: Value, bytes: number): void {
    this.delete(key)
    if (bytes > this.#max.bytes) return
    this.#entries.set(key, { value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#max.entries && this.#bytes <= this.#max.bytes) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }
}
