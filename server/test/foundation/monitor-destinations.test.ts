import { findSettingFacts, MONITOR_TYPE_NAMES } from '@sitewatch/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { watchStalls } from '../../src/monitoring/checks/run/stalls.ts'
import { createSecretOpener } from '../../src/monitoring/checks/schedule/run-check.ts'
import { createLocalSource } from '../../src/monitoring/checks/schedule/source.ts'
import { runCheck } from '../../src/monitoring/checks/schedule/run-check.ts'
import { callTool, connect } from '../mcp/connect.ts'
import { createAuthority } from '../platform/egress/certificates.ts'
import { startApp } from '../support/app.ts'
import { type Fields, listRequired, makeColleague, startDestinations, type Subject, type Way } from './destinations.ts'

const authority = createAuthority()
const certificate = authority.issueSelfSigned(['IP:127.0.0.1'])
authority.remove()
const { home, moves, withoutVerification, takeArrived } = await startDestinations(certificate)
const app = await startApp({ SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' })
const team = await makeColleague(app)

/** For each write-only field: a value, and what it needs. */
const MONITOR_SECRETS: Record<string, (value: string) => Fields> = {
  request_headers: (value) => ({ request_headers: { 'X-Key': value } }),
  auth_password: (value) => ({ auth_method: 'basic', auth_username: 'a', auth_password: value }),
  auth_token: (value) => ({ auth_method: 'bearer', auth_token: value }),
}

const stalls = watchStalls()
afterAll(() => stalls.stop())
const source = createLocalSource(app.parts.postgres, {
  name: 'test',
  location: '',
  locations: [''],
  record: { postgres: app.parts.postgres, onIncidentChange: () => Promise.resolve(), isHistoryFull: () => false },
  onPoison: (error) => expect.unreachable(String(error)),
  onClockStep: () => undefined,
})

/** Runs the check of every monitor once. */
async function runChecks(): Promise<number> {
  await source.beat()
  await app.database.admin.query('update monitor_state set next_due_at = clock_ms() - 5, claimed_by = 0')
  const { egress, vault } = app.parts
  const anchors = { judge: () => Promise.resolve('online'), suspect: () => undefined } as never
  const openSecrets = createSecretOpener(vault)
  const runner = { egress, anchors, stalls, openSecrets, isMaintained: () => false, makeHeaders: () => ({}) }
  const { held } = await source.claim([{ location: '', type: 'http', limit: 100 }], [])
  await Promise.all(held.map(({ check }) => runCheck(runner, check)))
  return held.length
}

const callMcp: Way = async ({ id }, change) => {
  const client = await connect(app, team.key)
  const { isError, body } = await callTool(client, 'monitors_update', { id, ...change })
  return { status: isError && body.code === 'validation_failed' ? 422 : 200, required: listRequired(body.errors) }
}

describe('a monitor that gets another destination', () => {
  const cases = Object.entries(MONITOR_SECRETS).flatMap(([field, secret]) =>
    Object.entries({ ...moves, 'verify_tls off': withoutVerification }).map(([name, move], n) => ({
      field,
      secret,
      name,
      move,
      path: `/${field}-${n}`,
    })),
  )
  const subjects = new Map<string, Subject>()

  it('has exactly these write-only fields', () => {
    const names = MONITOR_TYPE_NAMES.flatMap((type) => findSettingFacts(type).secrets)
    expect([...new Set(names)].toSorted()).toEqual(Object.keys(MONITOR_SECRETS).toSorted())
  })

  it.each(cases)('asks for $field again: $name', async ({ field, secret, move, path }) => {
    const base = { friendly_name: path, url: move.from + path, ...secret('planted-secret-1') }
    const subject = await team.make('monitors', base, [field])
    subjects.set(path, subject)
    const change = { url: move.to + path, ...move.fields }
    const attempts = { ...team.ways, MCP: callMcp }
    for (const [way, attempt] of Object.entries(attempts)) {
      const { status, required } = await attempt(subject, change)
      const isInMap = field === 'request_headers' && way === 'the record sent back'
      expect([way, status, required]).toEqual([way, 422, [isInMap ? `${field}.X-Key` : field]])
    }
  })

  it('sends no secret there', async () => {
    takeArrived()
    expect(await runChecks()).toBe(cases.length)
    const stayed = cases.flatMap(({ move, path }) => (move.from === home ? [path] : []))
    expect(takeArrived()).toEqual({ home: stayed.toSorted(), port: [], host: [], tls: [] })
  })

  it('sends the secret there that came in the same call', async () => {
    takeArrived()
    for (const { path, secret, move } of cases) {
      const change = { url: move.to + path, ...move.fields, ...secret('planted-secret-2') }
      expect(await team.send(subjects.get(path) as Subject, change)).toEqual({ status: 200, required: [] })
    }
    await runChecks()
    const movedTo = (place: string) => cases.flatMap(({ move, path }) => (move.at === place ? [path] : [])).toSorted()
    expect(takeArrived()).toEqual({ home: [], port: movedTo('port'), host: movedTo('host'), tls: movedTo('tls') })
  })

  it('keeps its secrets from http to https, and loses those that the request removes', async () => {
    const secrets = { ...MONITOR_SECRETS['auth_password']?.('planted-1'), request_headers: { 'X-Key': 'planted-2' } }
    const base = { friendly_name: 'kept', url: 'http://a.example', is_active: false, ...secrets }
    const subject = await team.make('monitors', base, [])
    expect(await team.send(subject, { url: 'https://a.example/x' })).toEqual({ status: 200, required: [] })
    const moved = { url: 'https://b.example' }
    expect(await team.send(subject, moved)).toEqual({ status: 422, required: ['auth_password', 'request_headers'] })
    const headers = { request_headers: { 'X-Key': '…', 'X-Other': 'new' }, auth_method: 'none' }
    expect(await team.send(subject, { ...moved, ...headers })).toEqual({
      status: 422,
      required: ['request_headers.X-Key'],
    })
    const removed = { auth_method: 'none', request_headers: {} }
    expect(await team.send(subject, { ...moved, ...removed })).toEqual({ status: 200, required: [] })
  })

  it('keeps its destination in a bulk change and in an import, which create others without its secrets', async () => {
    const fields = { friendly_name: 'bulk', url: `${home}/bulk`, is_active: false }
    const subject = await team.make('monitors', { ...fields, ...MONITOR_SECRETS['auth_token']?.('planted-secret-1') })
    const moved = { ...fields, url: 'https://b.example/' }
    const monitors = [{ ...moved, auth_method: 'bearer', auth_token: '…et-1' }]
    const created = await team.call('POST', '/api/monitors/bulk', { action: 'create', monitors })
    expect([created.status, created.body.errors?.[0]?.field]).toEqual([422, 'monitors.0.auth_token'])
    const tag = { action: 'tag', ids: [subject.id], add_tags: ['a'], url: moved.url }
    expect((await team.call('POST', '/api/monitors/bulk', tag)).body.errors?.[0]).toMatchObject({
      field: 'url',
      code: 'unknown_field',
    })
    const text = JSON.stringify({ stat: 'ok', monitors: [{ id: 1, ...moved, type: 1, interval: 300, status: 2 }] })
    const file = Buffer.from(text).toString('base64')
    const imported = await team.call('POST', '/api/imports/monitors', { source: 'uptimerobot', file, dry_run: false })
    const [row] = imported.body.data.rows
    expect(row).toMatchObject({ action: 'create', monitor_id: expect.any(Number) })
    expect(row.monitor_id).not.toBe(subject.id)
    expect(await team.show({ ...subject, id: row.monitor_id })).toMatchObject({ auth_method: 'none' })
    expect(await team.show(subject)).toMatchObject({ url: fields.url, auth_token: '…et-1' })
  })
})
