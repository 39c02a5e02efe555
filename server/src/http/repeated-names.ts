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

/** Where the string that begins at `start` ends, quote included. The text is valid JSON. */
function endOfString(source: string, start: number): number {
  let at = start + 1
  while (source.charAt(at) !== '"') at += source.charAt(at) === '\\' ? 2 : 1
  return at + 1
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

/**
 * Names that an object in this valid JSON text has more than once, as paths; the first hundred. JSON.parse silently keeps the last one, so
 * that two readers of one body may see different values. No recursion, because bodies can be nested deeply.
 */
export function findRepeatedNames(source: string): ReadonlySet<string> {
  const repeated = new Set<string>()
  const frames: Frame[] = []
  for (let at = 0; at < source.length && repeated.size < MAX_REPORTED; at++) {
    const character = source.charAt(at)
    if (character === '"') {
      const end = endOfString(source, at)
      takeName(frames, source.slice(at, end), repeated)
      at = end - 1
    } else if (character === '{') frames.push({ names: new Map(), at: '', expectsName: true })
    else if (character === '[') frames.push({ names: null, at: 0, expectsName: false })
    else if (character === '}' || character === ']') frames.pop()
    else if (character === ',') nextEntry(frames.at(-1))
  }
  return repeated
}

function nextEntry(frame: Frame | undefined): void {
  if (!frame) return
  if (frame.names) frame.expectsName = true
  else frame.at = Number(frame.at) + 1
}
