/** A chunk costs a microsecond regardless of size. Sent byte by byte, 1 MiB would block the event loop for a second. */
export const MAX_CHUNKS = 20_000

/** Copies from the second chunk on. A body sent byte by byte would otherwise cost a Buffer (≈ 150 bytes) per byte. */
export class BoundedBytes {
  isOver = false
  #max_bytes: number
  #bytes: Buffer | null = null
  #length = 0

  constructor(max_bytes: number) {
    this.#max_bytes = max_bytes
  }

  /** Returns false once the limit is exceeded. */
  add(chunk: Buffer): boolean {
    const room = this.#max_bytes - this.#length
    if (chunk.length > room) this.isOver = true
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk
    if (this.#bytes === null) {
      this.#bytes = part
    } else {
      this.#reserve(this.#length + part.length)
      part.copy(this.#bytes, this.#length)
    }
    this.#length += part.length
    return !this.isOver
  }

  take(): Buffer {
    return this.#bytes?.subarray(0, this.#length) ?? Buffer.alloc(0)
  }

  #reserve(needed_bytes: number): void {
    const current = this.#bytes
    if (current && current.length >= needed_bytes) return
    const grown = Buffer.allocUnsafeSlow(Math.min(this.#max_bytes, Math.max(16_384, needed_bytes * 2)))
    current?.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
