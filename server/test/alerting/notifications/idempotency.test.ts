import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { makeCaller } from '../../support/callers.ts'
import { expectProblem } from '../../support/expect-problem.ts'
import { startProgram } from '../../support/program.ts'
import { gatewaySettings, type SinkAnswer, startHttpSink } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const smtp = await startSmtpSink()
const http = await startHttpSink()
const settings = gatewaySettings(http, smtp.url)
const app = await startApp(settings)
const { admin } = app.database
const caller = await makeCaller(app)

let serial = 0
async function makeSlack() {
  const path = `/services/once-${++serial}`
  return { id: await caller.make('/api/providers', { provider_type: 'slack', webhook_url: http.url + path }), path }
}
const test = (id: number, key: string) =>
  caller.call('POST', `/api/providers/${id}/test`, undefined, { 'idempotency-key': key })

/** A provider endpoint that does not answer until the test releases it. */
function hold(path: string): { arrived: Promise<void>; release: () => void } {
  const arrived = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<SinkAnswer>()
  http.on(path, () => {
    arrived.resolve()
    return gate.promise
  })
  return { arrived: arrived.promise, release: () => gate.resolve({ status: 200, body: 'ok' }) }
}
const rows = async () =>
  (
    await admin.query(
      `select status from idempotency where user_id = $1 and route = 'providers.test' order by created_at desc limit 1`,
      [caller.user.id],
    )
  ).rows

describe('a provider test with an Idempotency-Key', () => {
  it('replays the first answer when the key is repeated, and sends once', async () => {
    const { id, path } = await makeSlack()
    const first = await test(id, 'a-1')
    const second = await test(id, 'a-1')
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
    expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ])
    expect(http.sentTo(path)).toHaveLength(1)
  })

  it('answers 422 when the key was used with another provider', async () => {
    const [one, two] = [await makeSlack(), await makeSlack()]
    expect((await test(one.id, 'b-1')).status).toBe(200)
    expectProblem(await test(two.id, 'b-1'), 'validation_failed')
    expect(http.sentTo(two.path)).toEqual([])
  })

  it('commits "started" before it sends; until it ends the same key answers 409', async () => {
    const { id, path } = await makeSlack()
    const held = hold(path)
    const first = test(id, 'c-1')
    await held.arrived
    expect(await rows()).toEqual([{ status: null }])
    expectProblem(await test(id, 'c-1'), 'request_in_progress')
    held.release()
    expect((await first).status).toBe(200)
    expect(await rows()).toEqual([{ status: 200 }])
    expect((await test(id, 'c-1')).headers.get('idempotent-replayed')).toBe('true')
    expect(http.sentTo(path)).toHaveLength(1)
  })

  it('is not replayed when it failed: the same key tries again', async () => {
    const { id, path } = await makeSlack()
    http.on(path, () => ({ status: 500, body: 'later' }))
    expectProblem(await test(id, 'd-1'), 'provider_test_failed')
    http.on(path, () => ({ status: 200, body: 'ok' }))
    expect((await test(id, 'd-1')).status).toBe(200)
    expect(http.sentTo(path)).toHaveLength(2)
  })

  it('has an unknown outcome when it is killed while it sends, and is not sent twice', async () => {
    const { id, path } = await makeSlack()
    const held = hold(path)
    const program = await startProgram(app.database, { roles: ['api'], env: settings })
    const cut = fetch(`${program.base}/api/providers/${id}/test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.user.key}`, 'idempotency-key': 'e-1' },
    }).then(
      () => 'answered',
      () => 'cut',
    )
    await held.arrived
    program.kill('SIGKILL')
    await program.ended
    expect(await cut).toBe('cut')
    held.release()
    const refused = expectProblem(await test(id, 'e-1'), 'request_in_progress')
    expect(refused.detail).toContain('its outcome is unknown')
    expect(http.sentTo(path)).toHaveLength(1)
    expect((await test(id, 'e-2')).status).toBe(200)
    expect(http.sentTo(path)).toHaveLength(2)
  })

  it('has an unknown outcome when its answer cannot be stored, and is not sent twice', async () => {
    const { id, path } = await makeSlack()
    await admin.query(`
      create function refuse_answer() returns trigger language plpgsql as $$ begin raise 'no answer is stored'; end $$;
      create trigger refuse_answer before update on idempotency for each row
        when (new.status is not null) execute function refuse_answer()`)
    expect((await test(id, 'f-1')).status).toBe(500)
    await admin.query('drop trigger refuse_answer on idempotency; drop function refuse_answer')
    expectProblem(await test(id, 'f-1'), 'request_in_progress')
    expect(http.sentTo(path)).toHaveLength(1)
  })
})

it('a provider test holds no database connection while it waits for the provider', async () => {
  const small = await startApp(settings, { database: app.database, poolSize: 1 })
  const { id, path } = await makeSlack()
  const held = hold(path)
  const waiting = small.call('POST', `/api/providers/${id}/test`, { key: caller.user.key })
  await held.arrived
  expect((await small.call('GET', '/api/providers', { key: caller.user.key })).status).toBe(200)
  held.release()
  expect((await waiting).status).toBe(200)
})
