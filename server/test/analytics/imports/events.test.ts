import { IMPORT_LIMITS } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '@sitewatch/contract/durations'
import { expectProblem } from '../../support/expect-problem.ts'
import { breakLines, importsOf, makeEvents, NOTHING, startImporting } from './importing.ts'

const { app, makeSite, count, stats } = await startImporting()
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`

describe('an import of events', () => {
  it('becomes events with their own times, which statistics count', async () => {
    const site = await makeSite()
    const imports = importsOf(app, site)
    const found = await imports.run({
      source: 'events',
      file_name: 'events.ndjson',
      content: text(makeEvents(site, 300)),
    })
    expect(found).toMatchObject({
      object: 'statistics_import',
      website_id: site.id,
      status: 'done',
      progress_percent: 100,
      rows_read: 300,
      rows_imported: 300,
      rows_duplicate: 0,
      rows_broken: 0,
      broken: [],
      error: null,
    })
    const { data } = await stats(site, 'summary?period=7d')
    expect(data).toMatchObject({ visitors: 100, visits: 100, pageviews: 300, imported: null })
    const sources = await stats(site, 'breakdown?period=7d&dimension=source')
    expect(sources.data).toMatchObject([{ value: 'Google', visitors: 100 }])
    const website = await app.call('GET', `/api/v1/websites/${site.id}`, { key: site.owner.key })
    expect(website.body.data.first_event_at).not.toBeNull()
  })

  it('adds no duplicates when the same file is imported twice, and only the new events of an overlapping file', async () => {
    const site = await makeSite()
    const imports = importsOf(app, site)
    const lines = makeEvents(site, 200, Date.now() - 3 * DAY_MS)
    await imports.run({ source: 'events', content: text(lines.slice(0, 100)) })
    const again = await imports.run({ source: 'events', content: text(lines.slice(0, 100)) })
    expect(again).toMatchObject({ status: 'done', rows_imported: 0, rows_duplicate: 100 })
    const more = await imports.run({ source: 'events', content: text(lines.slice(50)) })
    expect(more).toMatchObject({ rows_imported: 100, rows_duplicate: 50 })
    expect((await count(site))['events']).toBe(200)
    // An event belongs to the import that added it first.
    await imports.undo(more.id)
    expect((await count(site))['events']).toBe(100)
  })

  it('counts broken lines, gives the reason for the first 20, and imports the rest', async () => {
    const site = await makeSite()
    const lines = breakLines(makeEvents(site, 3000))
    const strange = [
      { time: new Date(Date.now() + DAY_MS).toISOString(), visitor: 'a', url: `https://${site.domain}/` },
      { time: '2001-01-01T00:00:00Z', visitor: 'a', url: `https://${site.domain}/` },
      { time: new Date().toISOString(), visitor: 'a', url: 'https://elsewhere.test/' },
      { time: new Date().toISOString(), url: `https://${site.domain}/` },
      { time: new Date().toISOString(), visitor: 'a', url: `https://${site.domain}/`, kind: 'outbound' },
      {
        time: new Date().toISOString(),
        visitor: 'a',
        url: `https://${site.domain}/`,
        props: { size: 'x'.repeat(501) },
      },
    ].map((line) => JSON.stringify(line))
    const found = await importsOf(app, site).run({
      source: 'events',
      file_name: 'events.ndjson',
      content: text([...strange, ...lines]),
    })
    expect(found).toMatchObject({ status: 'done', rows_read: 3006, rows_imported: 2970, rows_broken: 36 })
    expect(found.broken).toHaveLength(20)
    expect(found.broken.slice(0, 7)).toEqual([
      { file: 'events.ndjson', line: 1, reason: 'Its time is in the future.' },
      { file: 'events.ndjson', line: 2, reason: 'It is older than the data retention of the website, 730 days.' },
      { file: 'events.ndjson', line: 3, reason: `Its host is not ${site.domain} or a subdomain of it.` },
      { file: 'events.ndjson', line: 4, reason: 'It needs a visitor: visitor, or ip_address and user_agent.' },
      { file: 'events.ndjson', line: 5, reason: 'A line of kind outbound needs a target.' },
      {
        file: 'events.ndjson',
        line: 6,
        reason: 'props may have 30 properties with names of 100 and values of 500 characters.',
      },
      { file: 'events.ndjson', line: 106, reason: 'It is not a JSON object.' },
    ])
    expect((await count(site))['events']).toBe(2970)
  })

  it('can be undone: no data is left, and the website waits for its first visit again', async () => {
    const site = await makeSite()
    const imports = importsOf(app, site)
    const { id } = await imports.run({ source: 'events', content: text(makeEvents(site, 1200)) })
    const { clickhouse } = app.parts
    const { buildDueDays } = await import('../../../src/analytics/stats/index.ts')
    await buildDueDays(clickhouse, { now_ms: Date.now(), days: 10, fewest_events: 1, quiet_seconds: 0 })
    expect((await count(site))['stats_visits']).toBeGreaterThan(0)
    await imports.undo(id)
    await expect.poll(() => count(site)).toEqual(NOTHING)
    const { data } = await stats(site, 'summary?period=7d')
    expect(data).toMatchObject({ visitors: 0, pageviews: 0 })
    const website = await app.call('GET', `/api/v1/websites/${site.id}`, { key: site.owner.key })
    expect(website.body.data.first_event_at).toBeNull()
  })

  it('accepts an export of Sitewatch, and adds no duplicates when it is imported into the same website', async () => {
    const [site, other] = [
      await makeSite({ domain: 'moved.example.com' }),
      await makeSite({ domain: 'moved.example.com' }),
    ]
    await importsOf(app, site).run({ source: 'events', content: text(makeEvents(site, 90)) })
    const exported = await app.call('GET', `/api/v1/websites/${site.id}/stats/export?period=7d&format=ndjson`, {
      key: site.owner.key,
    })
    const moved = await importsOf(app, other).run({ source: 'events', content: exported.text })
    expect(moved).toMatchObject({ rows_imported: 90, rows_broken: 0 })
    for (const path of ['series?period=7d&interval=day', 'breakdown?period=7d&dimension=channel']) {
      const [a, b] = [await stats(site, path), await stats(other, path)]
      expect(b.data.points ?? b.data).toEqual(a.data.points ?? a.data)
    }
    const back = await importsOf(app, site).run({ source: 'events', content: exported.text })
    expect(back).toMatchObject({ rows_imported: 0, rows_duplicate: 90 })
  })
})

describe('imported orders', () => {
  it('are counted even with an amount of 0', async () => {
    const site = await makeSite()
    const lines = makeEvents(site, 3).map((line, n) => ({
      ...JSON.parse(line),
      kind: 'event',
      name: 'Order',
      revenue: 5 * n,
    }))
    lines[0].currency = lines[1].currency = 'EUR'
    lines[2].revenue = 0
    const content = text(lines.map((line) => JSON.stringify(line)))
    expect(await importsOf(app, site).run({ source: 'events', content })).toMatchObject({ rows_imported: 3 })
    const { data } = await stats(site, 'revenue?period=30d&compare=none')
    expect(JSON.stringify(data)).toContain('"orders":2')
  })
})

describe('the upload of a file', () => {
  it('continues where it was interrupted', async () => {
    const site = await makeSite()
    const imports = importsOf(app, site)
    const content = Buffer.from(text(makeEvents(site, 10)))
    const { body } = await imports.call('POST', '', { source: 'events', file_name: 'a', file_bytes: content.length })
    const { id } = body.data
    const put = async (from: number, to: number) =>
      (await imports.call('PUT', `/${id}/file`, { offset: from, data: content.subarray(from, to).toString('base64') }))
        .body.data
    expect((await put(0, 100)).uploaded_bytes).toBe(100)
    expect((await put(0, 100)).uploaded_bytes).toBe(100)
    expect((await put(300, 400)).uploaded_bytes).toBe(100)
    expectProblem(await imports.call('POST', `/${id}/start`, {}), 'not_possible')
    expect((await put(100, content.length)).uploaded_bytes).toBe(content.length)
    await imports.call('POST', `/${id}/start`, {})
    expect(await imports.ended(id)).toMatchObject({ status: 'done', rows_imported: 10 })
    expectProblem(await imports.call('PUT', `/${id}/file`, { offset: 0, data: 'e30K' }), 'not_possible')
    expectProblem(await imports.call('POST', `/${id}/start`, {}), 'not_possible')
  })

  it('does not accept more bytes than announced', async () => {
    const site = await makeSite()
    const imports = importsOf(app, site)
    const { body } = await imports.call('POST', '', { source: 'events', file_name: 'a', file_bytes: 3 })
    const answer = await imports.call('PUT', `/${body.data.id}/file`, {
      offset: 0,
      data: Buffer.from('more').toString('base64'),
    })
    expectProblem(answer, 'validation_failed')
  })

  it('is limited by the storage of the team, until its imports end', async () => {
    const site = await makeSite()
    const { call } = importsOf(app, site)
    const create = (file_bytes: number) => call('POST', '', { source: 'events', file_name: 'file', file_bytes })
    const first = await create(IMPORT_LIMITS.stored_bytes - 1)
    expect(first.status).toBe(201)
    expectProblem(await create(2), 'limit_reached')
    expect((await create(1)).status).toBe(201)
    await call('DELETE', `/${first.body.data.id}`)
    expect((await create(2)).status).toBe(201)
  })

  it('is invisible to another team', async () => {
    const [site, stranger] = [await makeSite(), await makeSite()]
    const { id } = (await importsOf(app, site).call('POST', '', { source: 'events', file_name: 'a', file_bytes: 3 }))
      .body.data
    const theirs = importsOf(app, { ...site, owner: stranger.owner })
    for (const answer of [
      await theirs.call('GET'),
      await theirs.call('GET', `/${id}`),
      await theirs.call('PUT', `/${id}/file`, { offset: 0, data: 'e30K' }),
      await theirs.call('DELETE', `/${id}`),
    ])
      expectProblem(answer, 'not_found')
  })
})

// Runs last: each of its months is a partition, and every later deletion goes through all partitions.
describe('ten years of events', () => {
  it('can be imported in one file', async () => {
    const site = await makeSite()
    const { key } = site.owner
    await app.call('PUT', `/api/v1/websites/${site.id}`, { key, json: { retention_days: 3650 } })
    const months = Array.from({ length: 119 }, (_, n) => ({
      time: new Date(Date.now() - (n + 1) * 30.5 * DAY_MS).toISOString(),
      visitor: 'a',
      url: `https://${site.domain}/`,
    }))
    const found = await importsOf(app, site).run({
      source: 'events',
      content: text(months.map((event) => JSON.stringify(event))),
    })
    expect(found).toMatchObject({ status: 'done', rows_imported: 119 })
    expect((await count(site))['events']).toBe(119)
  })
})
