import { describe, expect, it } from 'vitest'
import { writeCsvCell } from './csv.ts'

describe('writeCsvCell', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['＝1', `"'＝1"`],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['a,"b"', '"a,""b"""'],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['"=1', `"'""=1"`],
    // Split at the semicolon, as spreadsheets do in many countries, or at a line break, each part would be a cell of its own.
    [';=1', `";'=1"`],
    ['a;=1;b;-2', `"a;'=1;b;'-2"`],
    ['a;"@b', `"a;'""@b"`],
    ['a\n+b', `"a\n'+b"`],
    ['a;b - c = d', '"a;b - c = d"'],
    ['/plain', '"/plain"'],
    ['', '""'],
    [-1.5, '-1.5'],
    [true, 'true'],
    [null, ''],
  ])('writes %j as %j', (value, expected) => {
    expect(writeCsvCell(value)).toBe(expected)
  })
})
