import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { codeOf } from '../../support/totp.ts'

const sink = await startSmtpSink()
const app = await startApp({ SMTP_URL: sink.url, SITEWATCH_SIGNUP: 'open' })

const PLANTED = {
  password: 'planted-password-01',
  next_password: 'planted-password-02',
  website: 'planted-website-03',
  header: 'Bearer planted-header-04-value',
  next_header: 'Bearer planted-header-05-value',
  webhook: 'planted-webhook-06-value',
  next_webhook: 'planted-webhook-07-value',
  token: 'planted-telegram-08-value',
}

describe('the table of the audit log', () => {
  it('contains none of the secrets that were sent or generated, and records that they changed', async () => {
    const made: string[] = []
    const email = 'planted@example.com'
    await app.makeUser()
    const signedUp = await app.call('POST', '/api/account', { json: { email, password: PLANTED.password } })
    expect(signedUp.status, signedUp.text).toBe(201)
    let cookie = signedUp.headers.get('set-cookie')?.split(';')[0] ?? ''
    const call = async (method: string, path: string, json?: object) => {
      const answer = await app.call(method, path, { cookie, ...(json && { json }) })
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return answer.body.data
    }
    made.push(cookie.split('=')[1] ?? '')
    await call('PUT', '/api/account/password', { current_password: PLANTED.password, password: PLANTED.next_password })
    made.push(cookie.split('=')[1] ?? '')
    const { secret, otpauth_url } = await call('POST', '/api/account/two-factor', { password: PLANTED.next_password })
    const { recovery_codes } = await call('PUT', '/api/account/two-factor', { code: codeOf(secret) })
    made.push(secret, otpauth_url, ...recovery_codes)
    made.push((await call('POST', '/api/keys', { name: 'a', scopes: ['monitors:read'] })).key)
    const { id: team_id } = await call('POST', '/api/teams', { name: 'Operations' })
    const { url } = await call('POST', `/api/teams/${team_id}/invitations`, { email: 'b@example.com', role: 'viewer' })
    made.push(new URL(url).searchParams.get('token') ?? '')

    const website = await call('POST', '/api/v1/websites', {
      domain: 'planted.example.com',
      privacy: 2,
      password: PLANTED.website,
    })
    await call('PUT', `/api/v1/websites/${website.id}`, { password: `${PLANTED.website}-next` })
    const target = { friendly_name: 'm', url: 'https://example.com/', is_active: false }
    const request_headers = { authorization: PLANTED.header }
    const monitor = await call('POST', '/api/monitors', { ...target, request_headers })
    // The new value has the same mask.
    const next_headers = { authorization: PLANTED.next_header }
    await call('PUT', `/api/monitors/${monitor.id}`, { request_headers: next_headers })
    const heartbeat = { friendly_name: 'h', type: 'heartbeat', period_seconds: 60 }
    for (const first of [heartbeat, { ...target, type: 'http' }]) {
      const { id, ping_url } = await call('POST', '/api/monitors', first)
      const changed = await call('PATCH', `/api/monitors/${id}`, { ...heartbeat, friendly_name: 'i' })
      made.push(...[ping_url, changed.ping_url].filter((url) => url !== null).map((url) => url.split('/').at(-1)))
      await call('DELETE', `/api/monitors/${id}`)
    }
    await call('POST', '/api/config/apply', { version: 1, monitors: [heartbeat] })
    const [configured] = await call('GET', '/api/monitors')
    made.push(configured.ping_url.split('/').at(-1))
    const slack = { provider_type: 'slack', webhook_url: `https://example.com/${PLANTED.webhook}` }
    const provider = await call('POST', '/api/providers', slack)
    await call('PUT', `/api/providers/${provider.id}`, { webhook_url: `https://example.com/${PLANTED.next_webhook}` })
    await call('POST', '/api/providers', { provider_type: 'telegram', chat_id: 1, token: `77:${PLANTED.token}` })

    const dump = execFileSync('pg_dump', ['--data-only', '--table=sitewatch.audit_log', app.database.url], {
      encoding: 'utf8',
    })
    expect(dump).toContain('monitor.updated')
    const secrets = [...Object.values(PLANTED), ...made]
    for (const each of secrets) expect(each.length).toBeGreaterThan(9)
    expect(secrets.filter((each) => dump.includes(each))).toEqual([])

    const changesOf = async (action: string) =>
      (await call('GET', `/api/audit-log?action=${action}`)).map((entry: { changes: unknown }) => entry.changes)
    expect(await changesOf('website.updated')).toEqual([[{ field: 'password', before: null, after: '…' }]])
    expect((await changesOf('monitor.updated')).at(-1)).toEqual([{ field: 'request_headers', before: '…', after: '…' }])
    expect(await changesOf('provider.updated')).toEqual([[{ field: 'webhook_url', before: '…', after: '…' }]])
  })
})
