import { describe, expect, it } from 'vitest'
import { beatProber } from '../../../src/monitoring/checks/schedule/claim.ts'
import { startApp } from '../../support/app.ts'

const app = await startApp()
const { admin } = app.database
const { key, id: team_id } = await app.makeUser()

const COLUMNS = `method, request_headers, encode(request_headers_sealed, 'base64') as sealed, request_body, expected_status,
  follow_redirects, keyword, keyword_mode, verify_tls`
const readColumns = async (id: number) =>
  (await admin.query(`select ${COLUMNS} from monitors where id = $1`, [id])).rows[0]

async function create(json: object) {
  const made = await app.call('POST', '/api/monitors', { key, json: { friendly_name: 'm', ...json } })
  expect([made.status, made.text]).toEqual([201, made.text])
  return made.body.data
}
const show = async (id: number) => (await app.call('GET', `/api/monitors/${id}`, { key })).body.data

/** A rolling upgrade: a process of the previous version reads and writes a column for each setting. */
describe('a process of the previous version that runs at the same time', () => {
  it('can read in its columns what the new version stored', async () => {
    const { id } = await create({
      url: 'https://a.example/',
      method: 'POST',
      request_body: 'a=1',
      request_headers: { 'x-token': 'abcdefghijkl' },
      expected_status: [200, '300-399'],
      keyword: 'ok',
      verify_tls: false,
    })
    expect(await readColumns(id)).toEqual({
      method: 'POST',
      request_headers: { 'x-token': '…ijkl' },
      sealed: expect.stringMatching(/^[\w+/=\n]{40,}$/),
      request_body: 'a=1',
      expected_status: ['200', '300-399'],
      follow_redirects: true,
      keyword: 'ok',
      keyword_mode: 'present',
      verify_tls: false,
    })
    await app.call('PUT', `/api/monitors/${id}`, { key, json: { type: 'ping' } })
    const columns = Object.values(await readColumns(id))
    expect(columns.filter((value) => value !== null)).toEqual([])
  })

  it('can store settings in its columns that the new version then reads, including encrypted headers', async () => {
    const { id, updated_at } = await create({
      url: 'https://a.example/',
      request_headers: { 'x-token': 'abcdefghijkl' },
    })
    const { rows } = await admin.query(
      `insert into monitors (team_id, friendly_name, url, type, interval_seconds, is_active, timeout_seconds, method, request_headers,
         expected_status, follow_redirects, keyword_mode, verify_tls)
       values ($1, 'old', 'https://b.example/', 'http', 60, true, 10, 'HEAD', '{}', '{204}', false, 'present', true)
       returning id::int, settings, secrets`,
      [team_id],
    )
    expect(rows).toMatchObject([
      { settings: { method: 'HEAD', expected_status: ['204'], follow_redirects: false }, secrets: null },
    ])
    await admin.query(`update monitors set keyword = 'ok', keyword_mode = 'absent' where id = $1`, [id])
    const read = await show(id)
    expect(read).toMatchObject({ keyword: 'ok', keyword_mode: 'absent', request_headers: { 'x-token': '…ijkl' } })
    expect(read.updated_at).not.toBe(updated_at)
    const kept = await app.call('PUT', `/api/monitors/${id}`, {
      key,
      json: { request_headers: { 'x-token': '…ijkl' } },
    })
    // Settings that it does not have are stored with their defaults, which is a new version.
    expect(kept.body.data).toEqual({ ...read, updated_at: expect.any(String) as string })
    await admin.query(`update monitors set request_headers = '{}', request_headers_sealed = null where id = $1`, [id])
    expect(await show(id)).toMatchObject({ request_headers: {} })
    const stored = await admin.query('select secrets from monitors where id = $1', [id])
    expect(stored.rows).toEqual([{ secrets: null }])
  })
})

describe('a monitor of a type that only a newer version supports', () => {
  it('is listed and shown without the settings of that type, and is not checked by this version', async () => {
    const { id } = await create({ url: 'https://d.example/' })
    await admin.query(`update monitors set type = 'later', settings = '{"depth": 3}' where id = $1`, [id])
    await admin.query(`update monitor_state set type = 'later' where monitor_id = $1`, [id])
    expect(await show(id)).toMatchObject({ type: 'later', method: null, request_headers: null })
    expect(await show(id)).not.toHaveProperty('depth')
    expect((await app.call('GET', '/api/monitors', { key })).body.data).toContainEqual(await show(id))
    const prober = { prober_id: 0, name: 'this', location: '', locations: [''] }
    const { pairs } = await beatProber(app.parts.postgres, prober)
    expect(pairs.map(({ type }) => type).sort()).toEqual(['http', 'ping'])
  })
})
