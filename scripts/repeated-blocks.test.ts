import { describe, expect, it } from 'vitest'
import { findRepeatedBlocks } from './repeated-blocks.ts'

const block = (lines: number): string => Array.from({ length: lines }, (_, index) => `  call(${index})`).join('\n')

describe('findRepeatedBlocks', () => {
  it('finds a block of eleven lines that is in two files, ignoring indentation and empty lines', () => {
    const files = [
      { path: 'a.ts', text: `const a = 1\n${block(11)}\nend()` },
      { path: 'b.ts', text: `start()\n\n${block(11).replaceAll('  ', '    ').replace('\n', '\n\n')}\n` },
    ]
    expect(findRepeatedBlocks(files, 10)).toEqual([
      {
        places: [
          { path: 'a.ts', line: 2 },
          { path: 'b.ts', line: 3 },
        ],
        lines: 11,
      },
    ])
  })

  it('reports a block that occurs twice in one file only once, at its full length', () => {
    const text = `${block(20)}\nbetween()\n${block(20)}`
    expect(findRepeatedBlocks([{ path: 'a.ts', text }], 10)).toMatchObject([{ lines: 20 }])
  })

  it('ignores blocks of ten lines and the imports above them', () => {
    const imports = "import {\n  one,\n  two,\n} from './one.ts'\nimport type { Three } from './three.ts'\n"
    const files = [
      { path: 'a.ts', text: `${imports}${block(10)}\na()` },
      { path: 'b.ts', text: `${imports}${block(10)}\nb()` },
    ]
    expect(findRepeatedBlocks(files, 10)).toEqual([])
  })

  it('does not report one line that is repeated many times', () => {
    const files = [{ path: 'a.ts', text: Array.from({ length: 15 }, () => 'push()').join('\n') }]
    expect(findRepeatedBlocks(files, 10)).toEqual([])
  })
})
