import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '@sitewatch/contract'

export interface LargestRequest {
  name: string
  method: string
  path: string
  body: () => string
  /** The expected status, as a pattern: whether slow patterns are within the limit depends on the machine. */
  answer: string
}

const MiB = 1024 * 1024
const SMALL = 128 * 1024
const LARGE = 2 * MiB
const MAX_VALUES = 199_000
const MAX_ENTRY_VALUES = 14_900

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const fill = (bytes: number, piece: string) => piece.repeat(Math.floor(bytes / piece.length))
/** A list of the same entries between `head` and `tail`. */
const list = (bytes: number, [head, piece, tail]: [string, string, string]) =>
  `${head}${fill(bytes - head.length - tail.length - piece.length, `${piece},`)}${piece}${tail}`
const members = (count: number, value: string, prefix = 'k') => times(count, (n) => `"${prefix}${n}":${value}`).join()

const encode = (source: string, text: string) =>
  JSON.stringify({ source, dry_run: true, file: Buffer.from(text).toString('base64') })
const kuma = (tables: object) => encode('kuma', JSON.stringify({ kuma_tables: tables }))
const monitor = (n: number, more: object = {}) => ({
  id: n + 1,
  name: `m${n}`,
  type: 'http',
  url: `https://example.com/${n}`,
  interval: 60,
  ...more,
})

const importFile = (name: string, body: () => string, answer: string): LargestRequest => ({
  name: `import of ${name}`,
  method: 'POST',
  path: '/api/imports/monitors',
  body,
  answer,
})

const IMPORTS = [
  importFile(
    '100,000 tags of one Kuma monitor',
    () =>
      kuma({
        monitor: [monitor(0)],
        tag: [{ id: 1, name: 'a' }],
        monitor_tag: times(100_000, () => ({ monitor_id: 1, tag_id: 1 })),
      }),
    '200',
  ),
  importFile(
    '5,000 Kuma monitors, each the parent of the next',
    () => kuma({ monitor: times(MAX_IMPORT_ROWS, (n) => monitor(n, { parent: n })) }),
    '200',
  ),
  importFile(
    'a Kuma backup of 5,000 monitors with 60 unknown fields',
    () => {
      const fields = Object.fromEntries(times(60, (k) => [`aField${k}`, k]))
      return encode('kuma', JSON.stringify({ monitorList: times(MAX_IMPORT_ROWS, (n) => monitor(n, fields)) }))
    },
    '200',
  ),
  importFile(
    '6 MiB of empty UptimeRobot monitors',
    () => encode('uptimerobot', list(MAX_IMPORT_BYTES, ['[', '{}', ']'])),
    '422',
  ),
  importFile(
    'a CSV of 3,000 columns and 30,000 short rows',
    () => encode('uptimerobot', `type,friendly name,url${fill(6000, ',a')}\n${fill(60_000, 'a\n')}`),
    '422',
  ),
  importFile(
    'a CSV of 200 columns and 5,000 short rows',
    () => encode('uptimerobot', `type,friendly name,url${fill(394, ',a')}\n${fill(10_000, 'a\n')}`),
    '200',
  ),
  importFile('6 MiB of CSV lines', () => encode('uptimerobot', fill(MAX_IMPORT_BYTES, 'a\n')), '422'),
]

const bulk = (name: string, body: () => string, answer: string): LargestRequest => ({
  name: `bulk request with ${name}`,
  method: 'POST',
  path: '/api/monitors/bulk',
  body,
  answer,
})

/** Takes about 5 ms of processor time to compile. */
const slowPattern = (n: number) => `(?:(?:a${n}|[^\\pL]){30}){${(n % 30) + 2}}`
const patterns = (n: number) =>
  times(20, (k) => ({ source: 'body', operator: 'matches', value: slowPattern(n * 20 + k) }))
const named = (n: number, more: object = {}) => ({ friendly_name: `m${n}`, url: 'https://example.com', ...more })
const create = (monitors: readonly object[]) => JSON.stringify({ action: 'create', monitors })

const full = (n: number) =>
  named(n, {
    tags: times(20, (k) => `tag${k}`),
    request_headers: Object.fromEntries(times(15, (k) => [`x-h${k}`, 'v'])),
    assertions: times(9, () => ({ source: 'body', operator: 'contains', value: 'x' })),
  })

const BULKS = [
  bulk(
    '20 slow patterns in each of 1,000 monitors',
    () => create(times(1000, (n) => named(n, { assertions: patterns(n) }))),
    '422',
  ),
  bulk('1,000 full monitors', () => create(times(1000, full)), '200'),
  bulk('1,000 bad URLs', () => create(times(1000, (n) => named(n, { url: 'ftp://example.com' }))), '422'),
  bulk('2 MiB of empty monitors', () => list(LARGE, ['{"action":"create","monitors":[', '{}', ']}']), '413'),
  bulk('2 MiB of brackets', () => fill(LARGE, '['), '413'),
  bulk('199,000 ids', () => JSON.stringify({ action: 'pause', ids: times(MAX_VALUES, (n) => n + 1) }), '422'),
  bulk('14,900 unknown fields', () => `{"action":"pause","ids":[1],${members(MAX_ENTRY_VALUES, '1')}}`, '422'),
  bulk(
    '14,900 headers in each of 5 monitors, all different',
    () =>
      `{"action":"create","monitors":[${times(5, (n) => `{"friendly_name":"a","url":"https://a.example","request_headers":{${members(MAX_ENTRY_VALUES - 20, '""', `h${n}_`)}}}`).join()}]}`,
    '422',
  ),
  bulk(
    'the same name 14,900 times',
    () => `{"a":"${fill(MiB, 'a')}",${times(MAX_ENTRY_VALUES, () => '"a":1').join()}}`,
    '422',
  ),
  bulk(
    'an object with another name in each entry',
    () => `{"action":"pause","ids":[${times(99_000, (n) => `{"k${n}":1}`).join()}]}`,
    '422',
  ),
  bulk(
    'an object with another name 7,000 times in one entry',
    () =>
      `{"action":"create","monitors":[{"assertions":[${times(7000, (n) => `{"k${n}":1}`).join()}],"x":"${fill(SMALL, 'a')}"}]}`,
    '422',
  ),
]

const config = (name: string, file: () => object): LargestRequest => ({
  name: `configuration with ${name}`,
  method: 'POST',
  path: '/api/config/apply?dry_run=true',
  body: () => JSON.stringify({ version: 1, ...file() }),
  answer: '422',
})

const CONFIGS = [
  config('10,000 rules', () => ({
    assignment_rules: times(10_000, (n) => ({ name: `r${n}`, applies_to: 'all', providers: ['x'] })),
  })),
  config('10,000 monitors, two of the same name', () => ({
    monitors: times(10_000, (n) => named(Math.min(n, 9998))),
  })),
  config('14,000 providers of the members of a schedule', () => ({
    on_call_schedules: [
      {
        name: 'a',
        timezone: 'UTC',
        members: times(14, (n) => ({ name: `m${n}`, providers: times(1000, (k) => `p${k}`) })),
      },
    ],
  })),
  config('long lists of excluded addresses', () => ({
    websites: times(180, (n) => ({ domain: `d${n}.example`, exclude_ips: fill(9900, '1.2.3.4\n') })),
  })),
]

const one = (method: string, path: string, name: string, body: () => string, answer: string): LargestRequest => ({
  name: `${method} ${path.replaceAll(/\d+/g, ':id')} with ${name}`,
  method,
  path,
  body,
  answer,
})

const visitor = {
  domain: 'example.com',
  ip_address: '192.0.2.1',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
}
const event = (n: number) => ({
  name: `e${n}`,
  url: `https://example.com/${'a'.repeat(200)}`,
  props: Object.fromEntries(times(30, (k) => [`p${k}`, 'v'.repeat(10)])),
})
const toolCall = (args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"monitors_create","arguments":${args}}}`

const OTHERS = [
  one(
    'POST',
    '/api/monitors',
    '20 slow patterns',
    () => JSON.stringify(named(0, { assertions: patterns(5000) })),
    '(201|422)',
  ),
  one(
    'POST',
    '/api/monitors',
    '128 KiB of headers',
    () => `{"friendly_name":"a","request_headers":{${members(11_000, '""')}}}`,
    '422',
  ),
  one('POST', '/api/monitors', '128 KiB of unknown fields', () => `{${members(11_000, '""')}}`, '422'),
  one('POST', '/api/v1/events', '100 events', () => JSON.stringify({ ...visitor, events: times(100, event) }), '200'),
  one(
    'PUT',
    '/api/v1/websites/1/imports/1/file',
    'a part of 1 MiB',
    () => JSON.stringify({ offset: 0, data: Buffer.alloc(MiB).toString('base64') }),
    '404',
  ),
  one('PUT', '/api/status-pages/1/logo', '2 MiB', () => JSON.stringify({ data: fill(LARGE - 100, 'A') }), '422'),
  one(
    'POST',
    '/mcp',
    'a tool call of 128 KiB',
    () => toolCall(list(SMALL - 200, ['{"friendly_name":"a","assertions":[', '{}', ']}'])),
    '200',
  ),
  one('POST', '/hb/x', 'a ping of 1 MiB', () => fill(MiB, '\u0007'), '404'),
  one('POST', '/t/x', '64 KiB of events', () => list(64 * 1024, ['[', '{}', ']']), '404'),
]

export const LARGEST_REQUESTS: readonly LargestRequest[] = [...IMPORTS, ...BULKS, ...CONFIGS, ...OTHERS]
