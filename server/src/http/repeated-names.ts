import { runAtOnce } from '../platform/slices.ts'

/**
 * Limits of what is reported. A body of 128 KiB can repeat 13,000 names in an object that is nested 30,000 levels deep: all paths in full
 * took 10 s, or 900 MB.
 */
const MAX_REPORTED = 100
const MAX_PATH_PARTS = 20
const MAX_PART_LENGTH = 100

interface Frame {
  /** Of an object: the names seen so far, and whether each was reported. Null for an array. */
  names: Map<string, boolean> | null
  at: string | number
  expectsName: boolean
}

/** The next quotation mark, or the end of the text, and whether a backslash escapes it. */
export function findQuote(source: string, from: number): { at: number; isEscaped: boolean } {
  const at = source.indexOf('"', from)
  if (at < 0) return { at: source.length, isEscaped: false }
  let before = at
  while (before > from && source.charAt(before - 1) === '\\') before--
  return { at, isEscaped: (at - before) % 2 === 1 }
}

/** The path of the current entry; of a long one, the start and the name itself. */
function pathOf(frames: readonly Frame[]): string {
  const isLong = frames.length > MAX_PATH_PARTS
  const shown = isLong ? [...frames.slice(0, MAX_PATH_PARTS - 2), { at: '…' }, ...frames.slice(-1)] : frames
  return shown.map(({ at }) => String(at).slice(0, MAX_PART_LENGTH)).join('.')
}

/** Records a string that is a member name; does nothing if it is a value. */
function takeName(frames: readonly Frame[], text: string, repeated: Set<string>): void {
  const frame = frames.at(-1)
  if (!frame?.names || !frame.expectsName) return
  const name = JSON.parse(text) as string
  frame.at = name
  frame.expectsName = false
  const isReported = frame.names.get(name)
  if (isReported === false) repeated.add(pathOf(frames))
  frame.names.set(name, isReported !== undefined)
}

const STEPS = 5000

/**
 * Names that an object in this valid JSON text has more than once, as paths; the first hundred. JSON.parse silently keeps the last one, so
 * that two readers of one body may see different values. No recursion, because bodies can be nested deeply.
 */
export function* scanRepeatedNames(source: string): Generator<undefined, ReadonlySet<string>> {
  const repeated = new Set<string>()
  const frames: Frame[] = []
  /** Where the current string begins. */
  let start = -1
  for (let at = 0, steps = 0; at < source.length && repeated.size < MAX_REPORTED; at++) {
    if (++steps % STEPS === 0) yield
    if (start >= 0) {
      const quote = findQuote(source, at)
      at = quote.at
      if (quote.isEscaped) continue
      takeName(frames, source.slice(start, at + 1), repeated)
      start = -1
      continue
    }
    const character = source.charAt(at)
    if (character === '"') start = at
    else if (character === '{') frames.push({ names: new Map(), at: '', expectsName: true })
    else if (character === '[') frames.push({ names: null, at: 0, expectsName: false })
    else if (character === '}' || character === ']') frames.pop()
    else if (character === ',') nextEntry(frames.at(-1))
  }
  return repeated
}

export const findRepeatedNames = (source: string): ReadonlySet<string> => runAtOnce(scanRepeatedNames(source))

function nextEntry(frame: Frame | undefined): void {
  if (!frame) return
  if (frame.names) frame.expectsName = true
  else frame.at = Number(frame.at) + 1
}
