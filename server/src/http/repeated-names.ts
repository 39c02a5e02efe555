interface Frame {
  /** Of an object: the names seen so far. Null for an array. */
  names: Set<string> | null
  at: string | number
  expectsName: boolean
}

/** Where the string that begins at `start` ends, quote included. The text is valid JSON. */
function endOfString(source: string, start: number): number {
  let at = start + 1
  while (source.charAt(at) !== '"') at += source.charAt(at) === '\\' ? 2 : 1
  return at + 1
}

const pathOf = (frames: readonly Frame[]): string => frames.map(({ at }) => at).join('.')

/** Records a string that is a member name; does nothing if it is a value. */
function takeName(frames: readonly Frame[], text: string, repeated: Set<string>): void {
  const frame = frames.at(-1)
  if (!frame?.names || !frame.expectsName) return
  const name = JSON.parse(text) as string
  frame.at = name
  frame.expectsName = false
  if (frame.names.has(name)) repeated.add(pathOf(frames))
  frame.names.add(name)
}

/**
 * Names that an object in this valid JSON text has more than once, as paths. JSON.parse silently keeps the last one, so
 * that two readers of one body may see different values. No recursion, because bodies can be nested deeply.
 */
export function findRepeatedNames(source: string): ReadonlySet<string> {
  const repeated = new Set<string>()
  const frames: Frame[] = []
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at)
    if (character === '"') {
      const end = endOfString(source, at)
      takeName(frames, source.slice(at, end), repeated)
      at = end - 1
    } else if (character === '{') frames.push({ names: new Set(), at: '', expectsName: true })
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
