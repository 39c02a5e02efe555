export interface SourceFile {
  path: string
  text: string
}

export interface Place {
  path: string
  line: number
}

export interface RepeatedBlock {
  places: [Place, Place]
  lines: number
}

interface Line {
  text: string
  at: number
}

/** Lists the lines of a file without empty lines and without imports, which are similar in all files. */
function listLines({ text }: SourceFile): Line[] {
  const lines = text.split('\n').map((line, index) => ({ text: line.trim(), at: index + 1 }))
  let isImport = false
  return lines.filter((line) => {
    if (
      /^(import|export) (type )?[{*\w]/.test(line.text) &&
      !/^export (default|const|function|async|class|interface|type \w+ =|declare|abstract)/.test(line.text)
    )
      isImport = true
    const isKept = !isImport && line.text !== ''
    if (/ from '[^']+'$/.test(line.text) || /^import '[^']+'$/.test(line.text)) isImport = false
    return isKept
  })
}

const placeOf = (path: string, line: Line | undefined): Place => ({ path, line: line?.at ?? 0 })

/** Finds each block of more than `maxLines` lines that occurs twice, ignoring indentation, at its full length. */
export function findRepeatedBlocks(files: readonly SourceFile[], maxLines: number): RepeatedBlock[] {
  const size = maxLines + 1
  const sources = files.map((file) => ({ path: file.path, lines: listLines(file) }))
  const seen = new Map<string, { source: number; at: number }>()
  const found: RepeatedBlock[] = []
  sources.forEach(({ path, lines }, index) => {
    for (let at = 0; at + size <= lines.length; at++) {
      const key = lines
        .slice(at, at + size)
        .map(({ text }) => text)
        .join('\n')
      const first = seen.get(key)
      const overlaps = first?.source === index && at - first.at < size
      if (!first) seen.set(key, { source: index, at })
      if (!first || overlaps) continue
      const other = sources[first.source]
      let length = size
      while (lines[at + length] !== undefined && lines[at + length]?.text === other?.lines[first.at + length]?.text)
        length++
      found.push({
        places: [placeOf(other?.path ?? '', other?.lines[first.at]), placeOf(path, lines[at])],
        lines: length,
      })
      at += length - 1
    }
  })
  return found
}
