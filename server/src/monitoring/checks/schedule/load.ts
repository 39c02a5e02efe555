const WINDOW_MS = 250
/** Slightly more capacity than the default is not worth its bytes in every claim. */
const MIN_REPORTED_RATIO = 1.5

/**
 * How many checks of each key (a team or a host) are held, and how many finished recently. As many as finish in a quarter of a second
 * may be claimed ahead, so that fast targets never wait for a claim; a target that hangs finishes none and gets none ahead.
 */
export class Load {
  #held = new Map<number, number>()
  #window = 0
  #done = new Map<number, number>()
  #doneBefore = new Map<number, number>()
  #now_ms: () => number

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms
  }

  /** The free capacity of each key with `limitOf` concurrent checks; only keys whose capacity differs from `usual`. */
  describeRooms(limitOf: (key: number) => number, usual: number): Record<string, number> {
    this.#advanceWindow()
    const rooms: Record<string, number> = {}
    const keys = new Set([...this.#held.keys(), ...this.#done.keys(), ...this.#doneBefore.keys()])
    for (const key of keys) {
      const room = Math.max(0, limitOf(key) + this.aheadOf(key) - this.heldBy(key))
      if (room < usual || room > usual * MIN_REPORTED_RATIO) rooms[key] = room
    }
    return rooms
  }

  heldBy(key: number): number {
    return this.#held.get(key) ?? 0
  }

  aheadOf(key: number): number {
    this.#advanceWindow()
    return Math.max(this.#doneBefore.get(key) ?? 0, this.#done.get(key) ?? 0)
  }

  add(key: number): void {
    this.#held.set(key, this.heldBy(key) + 1)
  }

  remove(key: number): void {
    const left = this.heldBy(key) - 1
    if (left > 0) this.#held.set(key, left)
    else this.#held.delete(key)
  }

  finish(key: number): void {
    this.remove(key)
    this.#advanceWindow()
    this.#done.set(key, (this.#done.get(key) ?? 0) + 1)
  }

  #advanceWindow(): void {
    const window = Math.floor(this.#now_ms() / WINDOW_MS)
    if (window === this.#window) return
    this.#doneBefore = window === this.#window + 1 ? this.#done : new Map()
    this.#done = new Map()
    this.#window = window
  }
}
