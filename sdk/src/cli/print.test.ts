import { describe, expect, it } from 'vitest'
import { cleanText, describeTerminal, formatValue, renderRecord, renderTable } from './print.ts'

describe('renderTable', () => {
  it('aligns columns that hold multi-byte characters', () => {
    const rows = [
      { id: 1, name: 'Blog' },
      { id: 12, name: 'Café 🚀' },
    ]
    expect(renderTable(rows, ['id', 'name'])).toBe('ID  NAME\n1   Blog\n12  Café 🚀')
  })

  it('truncates long values and keeps each row on one line', () => {
    const [, line = ''] = renderTable([{ name: `a\nb${'x'.repeat(100)}` }], ['name']).split('\n')
    expect(line).toHaveLength(60)
    expect(line.endsWith('…')).toBe(true)
  })
})

describe('renderTable on a terminal', () => {
  const rows = [{ id: 7, status: 'down', name: 'A name that is rather long', url: 'https://example.com/a/long/path' }]

  it('fits its width: the widest columns give way', () => {
    const lines = renderTable(rows, ['id', 'status', 'name', 'url'], { width: 50, color: false }).split('\n')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(50)
    expect(lines[1]).toMatch(/^7 {3}down {4}A name that is…? .*…$/)
  })

  it('colours headings and states without moving columns', () => {
    const table = renderTable(rows, ['id', 'status', 'name'], { width: 80, color: true })
    expect(table).toContain('\u001b[1mSTATUS\u001b[0m')
    expect(table).toContain('\u001b[31mdown\u001b[0m')
    // oxlint-disable-next-line no-control-regex -- the colours
    expect(table.replaceAll(/\u001b\[\d+m/g, '')).toBe(renderTable(rows, ['id', 'status', 'name']))
  })

  it('has colours only on a terminal, and not with NO_COLOR', () => {
    expect(describeTerminal({ isTTY: true, columns: 80 }, {})).toEqual({ width: 80, color: true })
    expect(describeTerminal({ isTTY: true, columns: 80 }, { NO_COLOR: '1' }).color).toBe(false)
    expect(describeTerminal({ isTTY: true, columns: 80 }, { TERM: 'dumb' }).color).toBe(false)
    expect(describeTerminal({}, {})).toEqual({ width: undefined, color: false })
  })
})

describe('cleanText', () => {
  it('removes terminal control sequences', () => {
    expect(cleanText('\u001b[2Jgone\r\u009b1m\u202Eabc\u0007')).toBe('�[2Jgone��1m�abc�')
    expect(cleanText('two\nlines, Ünï 日本 👩‍🚀')).toBe('two\nlines, Ünï 日本 👩‍🚀')
  })
})

describe('formatValue', () => {
  it.each([
    [null, '-'],
    [[], '-'],
    [false, 'no'],
    [0, '0'],
    [['a', 'b'], 'a, b'],
    [[{ a: 1 }, { a: 2 }], 'a 1\na 2'],
    [{ '24h': 99.9, '30d': null }, '24h 99.9, 30d -'],
    ['2026-01-02T03:04:05.678Z', '2026-01-02 03:04:05Z'],
  ])('%j as %j', (value, text) => {
    expect(formatValue(value)).toBe(text)
  })
})

describe('renderRecord', () => {
  it('prints every field except object, and indents continuation lines', () => {
    expect(renderRecord({ object: 'website', id: 1, exclude_ips: 'a\nb' })).toBe(
      'id           1\nexclude_ips  a\n             b',
    )
  })
})
