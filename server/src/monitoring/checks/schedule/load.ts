const WINDOW_MS = 250
/** A little more than usual is not worth its bytes in every claim. */
const WORTH_TELLING = 1.5

/**
 * How many checks of each key (a tenant, a host) are held, and how many were done lately. What is done in a quarter of a
 * second may be claimed ahead, so that quick targets never wait for a claim; who hangs gets nothing done, and nothing ahead.
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

  /** How many more of each key may come when `limitOf` may run at once; of those only for whom it is not `usual`. */
  describeRooms(limitOf: (key: number) => number, usual: number): Record<string, number> {
    this.#turnWindow()
    const rooms: Record<string, number> = {}
    const keys = new Set([...this.#held.keys(), ...this.#done.keys(), ...this.#doneBefore.keys()])
    for (const key of keys) {
      const room = Math.max(0, limitOf(key) + this.aheadOf(key) - this.heldBy(key))
      if (room < usual || room > usual * WORTH_TELLING) rooms[key] = room
    }
    return rooms
  }

  heldBy(key: number): number {
    return this.#held.get(key) ?? 0
  }

  aheadOf(key: number): number {
    this.#turnWindow()
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
    this.#turnWindow()
    this.#done.set(key, (this.#done.get(key) ?? 0) + 1)
  }

  #turnWindow(): void {
    const window = Math.floor(this.#now_ms() / WINDOW_MS)
    if (window === this.#window) return
    this.#doneBefore = window === this.#window + 1 ? this.#done : new Map()
    this.#done = new Map()
    this.#window = window
  }
}
