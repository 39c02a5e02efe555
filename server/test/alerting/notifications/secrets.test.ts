import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { logOptions } from '../../../src/platform/log.ts'
import { type Answer, startApp, type TestApp } from '../../support/app.ts'
import { cloneDatabase } from '../../support/database.ts'
import { TEST_SECRET } from '../../support/secret.ts'
import { gatewaySettings, SMS_TOKEN, startHttpSink } from '../../support/sinks.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-'))
afterAll(() => rmSync(folder, { recursive: true }))
const logFile = path.join(folder, 'log')
const log = pino(logOptions('trace'), pino.destination({ dest: logFile, sync: true }))

const smtp = await startSmtpSink()
const http = await startHttpSink()
const SMTP_PASSWORD = 'planted-smtp-password-5a11'
const settings = {
  ...gatewaySettings(http, smtp.url.replace('smtp://', `smtp://mailer:${SMTP_PASSWORD}@`)),
  SITEWATCH_SIGNUP: 'open',
  SITEWATCH_LOG_LEVEL: 'trace',
}

/** No part of these may appear anywhere; all contain the word "planted" so that a search finds parts, too. */
const PLANTED = {
  header: 'Bearer planted-header-3c1d-value',
  second_header: 'planted-header-44aa-second',
  webhook: 'planted-webhook-6f70-secret',
  second_webhook: 'planted-webhook-77b2-second',
  token: 'planted-telegram-8a02-secret',
  second_token: 'planted-telegram-91cc-second',
  idempotency_key: 'planted-idempotency-b5e1',
}
/** In clear, as hex (the form of bytes in a dump), and as base64 in its three alignments. */
const spell = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  ...[0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + secret)
      .toString('base64')
      .slice(shift + 1, -4),
  ),
]
const find = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => spell(secret).some((form) => text.includes(form)))

const dump = (url: string): string => execFileSync('pg_dump', [url], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })

/** Sends the secrets through every operation: create, read, list, change, send, refuse, fail. */
async function walk(app: TestApp): Promise<{ answers: Answer[]; keys: string[]; links: string[] }> {
  const user = await app.makeUser()
  const answers: Answer[] = []
  const call = async (method: string, where: string, json?: unknown, headers = {}) => {
    const answer = await app.call(method, where, { key: user.key, headers, ...(json !== undefined && { json }) })
    answers.push(answer)
    return answer
  }
  const monitor = { friendly_name: 'm', url: 'https://a.example', request_headers: { authorization: PLANTED.header } }
  const { id } = (await call('POST', '/api/monitors', monitor)).body.data
  await call('PUT', `/api/monitors/${id}`, {
    request_headers: { authorization: '…alue', 'x-more': PLANTED.second_header },
  })
  await call('GET', `/api/monitors/${id}`)
  await call('GET', '/api/monitors')
  await call('POST', '/api/monitors', { ...monitor, url: 'http://10.0.0.1' })
  await call('POST', '/api/monitors', { ...monitor, timeout_seconds: 99 })

  const hook = `/services/T1/${PLANTED.webhook}`
  const slack = { provider_type: 'slack', webhook_url: http.url + hook }
  const made = await call('POST', '/api/providers', slack, { 'idempotency-key': PLANTED.idempotency_key })
  await call('POST', '/api/providers', slack, { 'idempotency-key': PLANTED.idempotency_key })
  const telegram = { provider_type: 'telegram', chat_id: 1, token: `77:${PLANTED.token}` }
  const bot = await call('POST', '/api/providers', telegram)
  const paths = [`/api/providers/${made.body.data.id}`, `/api/providers/${bot.body.data.id}`]
  for (const where of paths) {
    await call('POST', `${where}/test`, undefined, { 'idempotency-key': PLANTED.idempotency_key })
    await call('GET', where)
    await call('PUT', where, { name: 'Renamed' })
  }
  http.on(hook, (request) => ({ status: 500, body: `broken: ${request.path}` }))
  http.on(`/bot77:${PLANTED.token}/sendMessage`, (request) => ({ status: 401, body: `who is ${request.path}?` }))
  for (const where of paths) await call('POST', `${where}/test`)
  await call('PUT', paths[0] ?? '', { webhook_url: `${http.url}/services/${PLANTED.second_webhook}` })
  await call('PUT', paths[1] ?? '', { token: `78:${PLANTED.second_token}` })
  await call('PUT', paths[1] ?? '', { token: `not a token ${PLANTED.token}` })
  await call('PUT', paths[0] ?? '', { webhook_url: `http://10.0.0.1/${PLANTED.webhook}` })
  await call('POST', '/api/providers', { ...slack, surprise: PLANTED.token })
  const raw = {
    type: 'application/json',
    body: `{"provider_type":"slack","webhook_url":"${PLANTED.webhook}" nonsense ${PLANTED.token}`,
  }
  answers.push(await app.call('POST', '/api/providers', { key: user.key, raw }))
  for (const body of [PLANTED.token, `{"token": ${PLANTED.token}}`, `"${PLANTED.token}`]) {
    answers.push(await app.call('POST', '/api/providers', { key: user.key, raw: { type: 'application/json', body } }))
  }
  // A row that was tampered with causes a 500: the log gets its cause, and no secret.
  await app.database.admin.query(`update providers set secrets = secrets || '\\x00' where id = $1`, [bot.body.data.id])
  const broken = await call('POST', `${paths[1]}/test`)
  expect(broken.status).toBe(500)

  const mailbox = await call('POST', '/api/providers', {
    provider_type: 'email',
    recipient_email: `${user.id}@example.com`,
  })
  await call('POST', `/api/providers/${mailbox.body.data.id}/test`)
  const links = [
    /confirm\/([0-9A-Za-z-]+)/.exec(
      (await smtp.waitFor(`${user.id}@example.com`)).source.replaceAll('=\r\n', ''),
    )?.[1] ?? '',
  ]
  expect(links[0]).toHaveLength(`00${user.id.toString(36)}-${mailbox.body.data.id.toString(36)}-`.length + 22)
  await call('GET', '/api/providers')
  await call('GET', '/api/incidents')
  return { answers, keys: [user.key], links }
}

describe('planted secrets', () => {
  it('are in no dump, no trace log, no job row and no answer', async () => {
    const database = await cloneDatabase()
    const app = await startApp(settings, { database, log })
    const { answers, keys, links } = await walk(app)
    expect(answers.length).toBeGreaterThan(25)
    expect(http.requests.filter(({ path: where }) => where.includes(PLANTED.webhook)).length).toBeGreaterThan(0)

    const dumped = dump(database.url)
    expect(dumped).toContain('COPY sitewatch.providers')
    expect(dumped).toMatch(/COPY graphile_worker\._private_jobs/)
    const all = ['planted', ...keys, ...links, TEST_SECRET]
    expect(find(dumped, all)).toEqual([])

    const logged = readFileSync(logFile, 'utf8')
    expect(logged).toContain('"level":"error"')
    expect(logged.split('\n').length).toBeGreaterThan(25)
    expect(find(logged, all)).toEqual([])

    const answered = answers.map(({ text, headers }) => text + JSON.stringify([...headers])).join('\n')
    expect(find(answered, all)).toEqual([])
  })

  it('are found by the search when they are stored in clear', () => {
    for (const secret of [...Object.values(PLANTED), SMS_TOKEN, SMTP_PASSWORD]) {
      for (const text of [secret, Buffer.from(secret).toString('hex'), Buffer.from(`{"${secret}`).toString('base64')]) {
        expect(find(`x${text}y`, ['planted'])).toEqual(['planted'])
      }
    }
  })
})

describe("the operator's secret", () => {
  const NEXT = 'the next secret of the tests, at least 32 characters'

  it('can be rotated in two rounds of restarts while providers keep working', async () => {
    const database = await cloneDatabase()
    const gateways = gatewaySettings(http, smtp.url)
    const before = await startApp(gateways, { database })
    const user = await before.makeUser()
    const made = await before.call('POST', '/api/providers', {
      key: user.key,
      json: { provider_type: 'slack', webhook_url: `${http.url}/services/rotated-hook` },
    })
    const { id } = made.body.data
    const monitor = await before.call('POST', '/api/monitors', {
      key: user.key,
      json: {
        friendly_name: 'm',
        url: 'https://a.example',
        request_headers: { authorization: 'kept through rotation' },
      },
    })
    const works = async (app: TestApp) =>
      (await app.call('POST', `/api/providers/${id}/test`, { key: user.key })).status
    const wrapped = async () =>
      (await database.admin.query<{ data_key: Buffer }>('select data_key from users where id = $1', [user.id])).rows[0]
        ?.data_key
    const pushKey = async (app: TestApp): Promise<string> =>
      (await app.call('GET', '/api/providers/push-key', { key: user.key })).body.data.public_key
    expect(await works(before)).toBe(200)
    const under = await wrapped()
    const subscribed_with = await pushKey(before)

    // First round of restarts: every process learns the new secret, and still wraps under the old one.
    const learned = await startApp({ ...gateways, SITEWATCH_SECRET_PREVIOUS: NEXT }, { database })
    expect(await wrapped()).toEqual(under)
    // Second round: one process after another wraps under the new one; those not yet restarted keep working.
    const turned = await startApp(
      { ...gateways, SITEWATCH_SECRET: NEXT, SITEWATCH_SECRET_PREVIOUS: TEST_SECRET },
      { database },
    )
    expect(await wrapped()).not.toEqual(under)
    expect([await works(learned), await works(turned)]).toEqual([200, 200])
    const late = await learned.makeUser()
    // Then the old secret is removed.
    const settled = await startApp(
      { ...gateways, SITEWATCH_SECRET: NEXT, SITEWATCH_SECRET_PREVIOUS: TEST_SECRET },
      { database },
    )
    const alone = await startApp({ ...gateways, SITEWATCH_SECRET: NEXT }, { database })
    expect([await works(settled), await works(alone)]).toEqual([200, 200])
    expect(await pushKey(alone)).toBe(subscribed_with)
    const changed = await alone.call('PUT', `/api/monitors/${monitor.body.data.id}`, {
      key: user.key,
      json: { request_headers: { authorization: '…tion', more: 'a second header' } },
    })
    expect([changed.status, changed.body.data?.request_headers]).toEqual([
      200,
      { authorization: '…tion', more: '…ader' },
    ])
    const json = { provider_type: 'slack', webhook_url: `${http.url}/services/late-hook` }
    expect((await alone.call('POST', '/api/providers', { key: late.key, json })).status).toBe(201)
  })
})
