import { describe, expect, it } from 'vitest'
import { renderRecord } from './record.ts'

describe('renderRecord', () => {
  it('prints every field except object, and indents continuation lines', () => {
    expect(renderRecord({ object: 'website', id: 1, exclude_ips: 'a\nb' })).toBe(
      'id           1\nexclude_ips  a\n             b',
    )
  })

  it('prints lists of records as tables and larger records as blocks, below the other fields', () => {
    const record = {
      uptime: { '24h': 100, '30d': 99.9 },
      monitors: [{ object: 'monitor', id: 7, name: 'Shop', cause: { kind: 'dns' } }],
      counts: { total: 3, active: 2, unchecked: 0 },
      html: '<p>',
      open_incidents: [],
    }
    const text = renderRecord(
      record,
      { color: false },
      { omits: ['html'], tables: { monitors: ['name', 'cause.kind'] } },
    )
    expect(text).toBe(
      [
        'uptime          24h 100, 30d 99.9',
        'open_incidents  -',
        '',
        'monitors',
        '  NAME  CAUSE.KIND',
        '  Shop  dns',
        '',
        'counts',
        '  total      3',
        '  active     2',
        '  unchecked  0',
      ].join('\n'),
    )
    expect(renderRecord({ monitors: record.monitors })).toBe('\nmonitors\n  ID  NAME\n  7   Shop')
  })
})
