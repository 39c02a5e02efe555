import { describe, expect, it } from 'vitest'
import { findUnknownColumns, renderTable } from './table.ts'

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
    const lines = renderTable(rows, ['id', 'status', 'name', 'url'], { width: 60, color: false }).split('\n')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60)
    expect(lines[1]).toMatch(/^7 {3}down {4}A name that is…? .*…$/)
  })

  it('colours headings and states without moving columns', () => {
    const table = renderTable(rows, ['id', 'status', 'name'], { width: 80, color: true })
    expect(table).toContain('\u001b[1mSTATUS\u001b[0m')
    expect(table).toContain('\u001b[31mdown\u001b[0m')
    // oxlint-disable-next-line no-control-regex -- the colours
    expect(table.replaceAll(/\u001b\[\d+m/g, '')).toBe(renderTable(rows, ['id', 'status', 'name']))
  })
})

describe('the columns of a table', () => {
  const rows = [
    {
      id: 7,
      friendly_name: 'Checkout of the shop',
      cause: { kind: 'http_status', message: 'Answered 503; expected 200-399.' },
      duration_seconds: 7830,
      last_response_ms: 182.4,
      uptime: { '30d': 99.907 },
      started_at: '2026-11-13T09:40:12.345Z',
      members: [{ name: 'Sam' }, { name: 'Kim' }],
    },
  ]
  const columns = [
    'id',
    'name=friendly_name',
    'started=started_at',
    'duration=duration_seconds',
    'cause=cause.kind',
    'message=cause.message',
    'uptime=uptime.30d',
    'response=last_response_ms',
    'members=members.name',
  ]

  it('are fields at any depth, written for people, under headings of their own', () => {
    expect(
      renderTable(rows, columns)
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['ID', 'NAME', 'STARTED', 'DURATION', 'CAUSE', 'MESSAGE', 'UPTIME', 'RESPONSE', 'MEMBERS'],
      [
        '7',
        'Checkout of the shop',
        '2026-11-13 09:40Z',
        '2 h 10 min',
        'http_status',
        'Answered 503; expected 200-399.',
        '99.907%',
        '182 ms',
        'Sam, Kim',
      ],
    ])
  })

  it('are fewer on a narrow terminal, the last ones first, and names stay readable', () => {
    const shown = renderTable(rows, columns, { width: 80, color: false })
    expect(shown).toBe(
      [
        'ID  NAME                  STARTED            DURATION    CAUSE',
        '7   Checkout of the shop  2026-11-13 09:40Z  2 h 10 min  http_status',
      ].join('\n'),
    )
    expect(renderTable(rows, columns, { width: 120, color: false })).toContain('Answered 503; expected 200-399.')
  })

  it('are all shown, in full, when the caller wants them wide', () => {
    const long = [{ id: 1, name: 'x'.repeat(200), tag: 'a' }]
    expect(renderTable(long, ['id', 'name', 'tag'], { width: 80, color: false }, { wide: true })).toContain(
      `${'x'.repeat(200)}  a`,
    )
  })

  it('that the caller named are all shown, however narrow the terminal is', () => {
    const shown = renderTable(rows, columns, { width: 60, color: false }, { keepsColumns: true })
    expect(shown.split('\n')[0]?.split(/ {2,}/)).toHaveLength(columns.length)
    for (const line of shown.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
  })

  it.each([
    [0, '0 s'],
    [61, '1 min 1 s'],
    [3600, '1 h'],
    [90_061, '1 d 1 h'],
  ])('write a duration of %d seconds as %s', (duration_seconds, text) => {
    expect(renderTable([{ duration_seconds }], ['duration_seconds']).split('\n')[1]).toBe(text)
  })
})

describe('findUnknownColumns', () => {
  it('finds misspelt fields, also inside records, but none where a record is null', () => {
    const rows = [{ id: 1, cause: { kind: 'dns' }, impact: null, steps: [{ after: 5 }], tags: [] }]
    const given = [
      'id',
      'cause.kind',
      'cause.kidn',
      'impact.visitors',
      'steps.after',
      'steps.befor',
      'started',
      'colour',
    ]
    expect(findUnknownColumns(rows, given, ['started=started_at'])).toEqual(['cause.kidn', 'steps.befor', 'colour'])
  })
})
