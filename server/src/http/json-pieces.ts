import { findQuote } from './repeated-names.ts'

/** Of the whole body. 1,000 monitors with 20 assertions each have 85,000. */
const MAX_VALUES = 200_000
/** Of one entry of a list, or of all that is in no list: 15,000 objects, each with another name, take 25 ms to parse. */
const MAX_ENTRY_VALUES = 15_000
const PIECE_CHARACTERS = 32 * 1024
const STEPS = 5000

interface Piece {
  from: number
  to: number
}

/** The lists in the fields of an object, as pieces of its text that end at a comma between two entries. */
interface SplitJson {
  lists: Piece[][]
  isClosed: boolean
}

class Splitter {
  readonly lists: Piece[][] = []
  depth = 0
  #isObject = false
  /** Of the current list; null outside of one. */
  #pieces: Piece[] | null = null
  #from = 0
  #values = 0
  #entryValues = 0
  #outsideValues = 0

  /** Each value but the first follows an opening bracket or a comma. */
  take(character: string, at: number): void {
    if (character === '[' || character === '{') this.#open(character, at)
    else if (character === ']' || character === '}') this.#close(at)
    else if (character === ',') this.#separate(at)
  }

  get excess(): string | null {
    if (this.#values > MAX_VALUES) return `more than ${MAX_VALUES} values`
    const isLarge = this.#entryValues > MAX_ENTRY_VALUES || this.#outsideValues > MAX_ENTRY_VALUES
    return isLarge ? `more than ${MAX_ENTRY_VALUES} values in one entry of a list, or outside of lists` : null
  }

  #count(): void {
    this.#values++
    if (this.#pieces) this.#entryValues++
    else this.#outsideValues++
  }

  #open(character: string, at: number): void {
    this.#count()
    this.depth++
    if (this.depth === 1) this.#isObject = character === '{'
    if (this.depth !== 2 || character !== '[' || !this.#isObject) return
    this.#pieces = []
    this.#from = at + 1
    this.#entryValues = 0
  }

  #separate(at: number): void {
    if (!this.#pieces || this.depth !== 2) return this.#count()
    this.#values++
    this.#entryValues = 0
    if (at - this.#from < PIECE_CHARACTERS) return
    this.#pieces.push({ from: this.#from, to: at })
    this.#from = at + 1
  }

  #close(at: number): void {
    this.depth--
    if (!this.#pieces || this.depth !== 1) return
    this.#pieces.push({ from: this.#from, to: at })
    this.lists.push(this.#pieces)
    this.#pieces = null
  }
}

/**
 * Splits a text that may not be JSON, so that no piece takes long to parse: 2 MiB of small objects with different names take 0.3 s. If all
 * pieces are lists of values, and the text with other lists instead is JSON, then the text is JSON.
 */
export function* splitJson(source: string): Generator<undefined, SplitJson | { excess: string }> {
  const splitter = new Splitter()
  for (let at = 0, steps = 0; at < source.length; at++) {
    if (++steps % STEPS === 0) yield
    const character = source.charAt(at)
    if (character === '"') {
      let end = findQuote(source, at + 1)
      for (; end.isEscaped; end = findQuote(source, end.at + 1)) if (++steps % STEPS === 0) yield
      at = end.at
      continue
    }
    splitter.take(character, at)
    const { excess } = splitter
    if (excess !== null) return { excess }
  }
  return { lists: splitter.lists, isClosed: splitter.depth === 0 }
}
