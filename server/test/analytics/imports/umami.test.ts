import { expect, it } from 'vitest'
import { dayBefore, type ImportSite, importsOf, startImporting } from './importing.ts'

const { app, makeSite, count, stats } = await startImporting()

const HEADER =
  'website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,country,subdivision1,city,url_path,url_query,referrer_path,referrer_query,referrer_domain,page_title,event_type,event_name,tag,created_at'

interface Row {
  session?: string
  event?: string
  path?: string
  query?: string
  referrer?: string
  title?: string
  type?: number
  name?: string
  time: string
  host?: string
}

let next = 0
const line = ({ domain }: ImportSite, row: Row): string =>
  [
    'b59e9c65-ae32-47f1-8400-119fcf4861c4',
    row.session ?? '3ba6a9c3-0000-4000-8000-000000000001',
    '3ba6a9c3-0000-4000-8000-000000000002',
    row.event ?? `event-${next++}`,
    row.host ?? domain,
    'edge-chromium',
    'Windows 10',
    'laptop',
    '1920x1080',
    'de-DE',
    'DE',
    'DE-BY',
    'Munich',
    row.path ?? '/',
    row.query ?? '',
    row.referrer === undefined ? '' : '/search',
    '',
    row.referrer ?? '',
    row.title ?? 'Home',
    row.type ?? 1,
    row.name ?? '',
    '',
    row.time,
  ].join(',')

it('an import of Umami has the events with their visitors, visits, sources and clients', async () => {
  const site = await makeSite()
  const day = dayBefore(3)
  const rows: Row[] = [
    { time: `${day} 10:00:00`, referrer: 'duckduckgo.com', title: '"Home, ""sweet"" home"' },
    { time: `${day} 10:02:00`, path: '/pricing', query: 'utm_source=ignored&plan=team', title: '"Two\nlines"' },
    { time: `${day} 10:03:00`, path: '/pricing', type: 2, name: 'signup' },
    { time: `${day}T12:00:00.000Z`, session: '3ba6a9c3-0000-4000-8000-000000000009' },
  ]
  const content = [HEADER, ...rows.map((row) => line(site, row))].join('\r\n')
  const found = await importsOf(app, site).run({ source: 'umami', file_name: 'website_event.csv', content })
  expect(found).toMatchObject({
    status: 'done',
    rows_read: 4,
    rows_imported: 4,
    rows_broken: 0,
    first_day: day,
    last_day: day,
  })
  const { data } = await stats(site, 'summary?period=7d')
  expect(data).toMatchObject({ visitors: 2, visits: 2, pageviews: 3, events: 1 })
  for (const [dimension, value] of [
    ['source', 'DuckDuckGo'],
    ['browser', 'Microsoft Edge'],
    ['system', 'Windows'],
    ['device', 'desktop'],
    ['country', 'DE'],
    ['page', '/pricing?plan=team'],
    ['event', 'signup'],
  ]) {
    const list = await stats(site, `breakdown?period=7d&dimension=${dimension}`)
    expect(list.data.map((row: { value: string }) => row.value)).toContain(value)
  }
})

it('an import of Umami adds no duplicates, and leaves no data when it is undone', async () => {
  const site = await makeSite()
  const day = dayBefore(2)
  const rows = Array.from({ length: 50 }, (_, n) => line(site, { time: `${day} 10:00:${String(n).padStart(2, '0')}` }))
  const content = [HEADER, ...rows].join('\n')
  const imports = importsOf(app, site)
  const first = await imports.run({ source: 'umami', content })
  const second = await imports.run({ source: 'umami', content })
  expect(second).toMatchObject({ rows_imported: 0, rows_duplicate: 50 })
  await imports.undo(second.id)
  expect((await count(site))['events']).toBe(50)
  await imports.undo(first.id)
  expect((await count(site))['events']).toBe(0)
})

it('an import of Umami skips broken lines, including one with an unclosed quotation mark, and imports the others', async () => {
  const site = await makeSite()
  const day = dayBefore(2)
  const good = Array.from({ length: 40 }, (_, n) => line(site, { time: `${day} 10:00:${String(n).padStart(2, '0')}` }))
  const bad = [
    line(site, { time: 'yesterday' }),
    line(site, { time: `${day} 11:00:00`, title: '"never closed' }),
    line(site, { time: `${day} 11:00:00`, type: 9 }),
    'a,b,c',
    line(site, { time: `${day} 11:00:00`, host: 'elsewhere.test' }),
  ]
  const content = [HEADER, ...good.slice(0, 20), ...bad, ...good.slice(20)].join('\n')
  const found = await importsOf(app, site).run({ source: 'umami', file_name: 'umami.csv', content })
  expect(found).toMatchObject({ rows_read: 45, rows_imported: 40, rows_broken: 5 })
  expect(found.broken.map(({ line: at, reason }) => [at, reason])).toEqual([
    [22, 'created_at is not a time.'],
    [23, 'A quotation mark is not closed.'],
    [24, 'event_type 9 is not supported.'],
    [25, 'It has 3 cells; the header has 23.'],
    [26, `Its host is not ${site.domain} or a subdomain of it.`],
  ])
})

it('an import of Umami reports what is wrong with a file of another format', async () => {
  const site = await makeSite()
  const found = await importsOf(app, site).run({ source: 'umami', content: 'a,b\n1,2\n' })
  expect(found).toMatchObject({
    status: 'failed',
    error:
      "This is not an export of Umami's table website_event: its first line lacks session_id, created_at, url_path.",
  })
})
