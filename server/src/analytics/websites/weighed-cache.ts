interface Entry<Value> {
  value: Value
  bytes: number
}

/** Remembers by key, up to so many entries and so many bytes; the oldest go first. What is too large alone is not remembered. */
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
