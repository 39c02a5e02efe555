import { describe, expect, it } from 'vitest'
import { writeCsvCell } from './csv.ts'

describe('writeCsvCell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['a,"b"', '"a,""b"""'],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ['/plain', '/plain'],
    ['', ''],
    [-1.5, '-1.5'],
    [null, ''],
  ])('writes %j as %j', (value, expected) => {
    expect(writeCsvCell(value)).toBe(expected)
  })
})
