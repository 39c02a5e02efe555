import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeFamilies } from './text-format.ts'

const write = (text: string): string =>
  [...writeFamilies([{ name: 'a', help: 'Help', samples: [{ labels: { name: text, id: 7 }, value: 0.25 }] }])].join('')

/** Reads a label by the rules of the format. */
function readLabel(line: string): string {
  const [, escaped = ''] = /^a\{name="((?:[^"\\\n]|\\\\|\\"|\\n)*)",id="7"\} 0\.25$/.exec(line) ?? []
  return escaped.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))
}

describe('the Prometheus text format', () => {
  it('has the name, help and type once, and leaves out empty families', () => {
    expect(write('Shop')).toBe('# HELP a Help\n# TYPE a gauge\na{name="Shop",id="7"} 0.25\n')
    expect([...writeFamilies([{ name: 'a', help: 'Help', samples: [] }])]).toEqual([])
  })

  it('keeps any name inside its label', () => {
    expect(write('a"} 1\nevil{x="\\')).toContain(String.raw`a{name="a\"} 1\nevil{x=\"\\",id="7"} 0.25`)
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\\', '\n', '}', ' ', 'ä', '😀', 'n', '{') }), (text) => {
        const lines = write(text).split('\n')
        expect(lines).toHaveLength(4)
        expect(readLabel(lines[2] ?? '')).toBe(text)
      }),
    )
  })
})
