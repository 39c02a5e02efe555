/** A key may use up to this multiple of what stays free. */
const SHARE_FACTOR = 2

/**
 * Counts how much of a shared capacity each key (a team) uses, and decides whether it may use more. A key may use up to twice what stays
 * free: alone it gets two thirds, two keys that request everything get two fifths each, ten get two twenty-firsts each. So some capacity is
 * always free for the next team, without a fixed quota that would leave a small installation idle.
 */
export class FairShare<Key = number> {
  readonly capacity: number
  #used = 0
  #usedBy = new Map<Key, number>()

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get used(): number {
    return this.#used
  }

  get keys(): IterableIterator<Key> {
    return this.#usedBy.keys()
  }

  usedBy(key: Key): number {
    return this.#usedBy.get(key) ?? 0
  }

  /** How many the key may use, given what the other keys use now. */
  limitOf(key: Key): number {
    const others = this.#used - this.usedBy(key)
    return Math.ceil((SHARE_FACTOR * (this.capacity - others)) / (SHARE_FACTOR + 1))
  }

  mayTake(key: Key): boolean {
    return this.#used < this.capacity && this.usedBy(key) < this.limitOf(key)
  }

  take(key: Key): void {
    this.#used++
    this.#usedBy.set(key, this.usedBy(key) + 1)
  }

  giveBack(key: Key): void {
    const left = this.usedBy(key) - 1
    this.#used--
    if (left > 0) this.#usedBy.set(key, left)
    else this.#usedBy.delete(key)
  }
}
