import { describe, expect, it } from 'vitest'
import { readLines, splitLines } from './csv-read.ts'

const readCsv = (text: string) => splitLines(readLines(text))

describe('a CSV file', () => {
  it('reads quoted cells, doubled quotes, empty cells and either line ending', () => {
    expect(readCsv('a,b,c\r\n1,"x, ""y""",\n\n"",2,3')).toEqual([
      ['a', 'b', 'c'],
      ['1', 'x, "y"', ''],
      ['', '2', '3'],
    ])
  })

  it.each([';', '\t'])('uses %j as the separator if it is the most frequent one in the first line', (separator) => {
    expect(readCsv(`\uFEFFa${separator}b,c${separator}d\n1${separator}2${separator}3`)).toEqual([
      ['a', 'b,c', 'd'],
      ['1', '2', '3'],
    ])
  })

  it('returns null only for a line with an unclosed quote or with text after a closing quote', () => {
    expect(readCsv('a,b\n1,"2\n"3"x,4\n5,6')).toEqual([['a', 'b'], null, null, ['5', '6']])
  })
})
