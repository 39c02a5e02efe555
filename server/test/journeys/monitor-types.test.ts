import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { createAuthority } from '../platform/egress/certificates.ts'
import { atEnd } from '../support/at-end.ts'
import { data, startRecordServer } from '../monitoring/checks/record-server.ts'
import { secureSocket, speak, startTalkingServer } from '../monitoring/checks/talking-server.ts'
import { startTarget } from '../monitoring/checks/target.ts'
import { startJourney } from './journey.ts'

// Before any code reads the trusted certificate authorities.
const authority = createAuthority()
const trusted = getCACertificates()
setDefaultCACertificates([...trusted, authority.ca])
atEnd(() => {
  setDefaultCACertificates(trusted)
  authority.remove()
})
const target = await startTarget()
const journey = await startJourney({
  env: {
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    SITEWATCH_MIN_INTERVAL_SECONDS: '1',
    SITEWATCH_ANCHORS: 'none',
  },
  roles: ['worker', 'prober'],
})
const { app } = journey
const { id, key } = await app.makeUser()
const cookie = await app.makeSession(id)

async function openForm(type: string) {
  const visit = await journey.open({ at: '/monitors/new', cookie })
  const { page } = visit
  await page.getByLabel('Type', { exact: true }).selectOption({ label: type })
  await page.getByText('More settings').click()
  const add = async (name: string): Promise<number> => {
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Add monitor' }).click()
    await page.getByRole('heading', { name }).waitFor()
    const made = Number(/\d+$/.exec(page.url())?.[0])
    // The form has no interval below 30 seconds.
    await app.call('PATCH', `/api/monitors/${made}`, { key, json: { interval: 1, timeout_seconds: 1 } })
    return made
  }
  const is = (status: string) => page.locator('dl').getByText(status, { exact: true }).waitFor()
  return { visit, page, add, is }
}

const read = async (monitor: number) => (await app.call('GET', `/api/monitors/${monitor}`, { key })).body.data

describe('the form of a monitor', () => {
  it("adds a TCP check, which goes down and up, with the server's answer as evidence", async () => {
    let reply = '+PONG\r\n'
    const server = await startTalkingServer((socket, log) =>
      speak({ replies: [[/^PING/, reply, 'close']] })(socket, log),
    )
    atEnd(() => server.close())
    const { visit, page, add, is } = await openForm('TCP port')
    await page.getByLabel('Host and port').fill(server.address)
    await page.getByLabel('Text to send').fill('PING\\r\\n')
    await page.getByLabel('Expected reply').fill('+PONG')
    await visit.expectNoErrors('monitor-form-tcp')
    const made = await add('Cache')
    await is('Up')
    reply = '-LOADING the dataset\r\n'
    await is('Down')
    const [incident] = (await app.call('GET', `/api/monitors/${made}/incidents`, { key })).body.data
    await page.goto(`${app.parts.config.BASE_URL}/incidents/${incident.id}`)
    await page.getByText('-LOADING the dataset').waitFor()
    await page.getByText('Unexpected response').first().waitFor()
    await visit.expectNoErrors('incident-tcp')
    await page.goto(`${app.parts.config.BASE_URL}/monitors/${made}/edit`)
    await page.getByText('More settings').click()
    await page.getByLabel('Expected reply').fill('-LOADING')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await is('Up')
  })

  it('adds a DNS check with a record on each line, and an edit makes it fail', async () => {
    const zone = { 'MX web.test': [data.MX(10, 'mail.web.test')] }
    const server = await startRecordServer(zone)
    atEnd(() => server.close())
    const { visit, page, add, is } = await openForm('DNS')
    await page.getByLabel('Host name').fill('web.test')
    await page.getByLabel('Record type').selectOption('MX')
    await page.getByLabel('Expected values').fill('10 mail.web.test\n')
    await page.getByLabel('DNS server').fill(server.address)
    await visit.expectNoErrors('monitor-form-dns')
    const made = await add('Mail records')
    await is('Up')
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByText('More settings').click()
    await page.getByLabel('Expected values').fill('10 mail.web.test\n20 backup.web.test')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await is('Down')
    expect(await read(made)).toMatchObject({ expected_values: ['10 mail.web.test', '20 backup.web.test'] })
    zone['MX web.test'].push(data.MX(20, 'backup.web.test'))
    await is('Up')
  })

  it('adds a TLS check, which shows why a certificate is invalid, recovers with a valid one, and is edited', async () => {
    let certificate = authority.issueSelfSigned(['DNS:web.test'])
    const server = await startTalkingServer((socket) => void secureSocket(socket, certificate))
    atEnd(() => server.close())
    const { visit, page, add, is } = await openForm('TLS certificate')
    await page.getByLabel('Host and port').fill(server.address)
    await page.getByLabel('Server name').fill('web.test')
    await visit.expectNoErrors('monitor-form-tls')
    await add('Certificate')
    await is('Down')
    await page.getByText('The certificate is self-signed.').first().waitFor()
    certificate = authority.issue(['DNS:web.test'], 30)
    await is('Up')
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByText('More settings').click()
    await page.getByLabel('Server name').fill('other.test')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await is('Down')
  })

  it('adds a heartbeat, which shows its pings, goes down with a failed run and up with the next', async () => {
    const visit = await journey.open({ at: '/monitors/new', cookie })
    const { page } = visit
    visit.allowError(/status of 422/)
    const is = (status: string) => page.locator('dl').getByText(status, { exact: true }).waitFor()
    await page.getByLabel('Type', { exact: true }).selectOption({ label: 'Heartbeat' })
    expect(await page.getByLabel('Check interval').count()).toBe(0)
    await page.getByLabel('Name', { exact: true }).fill('Nightly backup')
    await page.getByLabel('Cron expression').fill('30 2 * *')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByRole('button', { name: 'Add monitor' }).click()
    await page.getByText(/a cron expression with five fields/).waitFor()
    await visit.expectNoErrors('monitor-form-heartbeat')
    await page.getByLabel('Cron expression').fill('30 2 * * *')
    await page.getByRole('button', { name: 'Add monitor' }).click()
    await page.getByRole('heading', { name: 'Nightly backup' }).waitFor()
    await page.getByText('Waiting for a ping').waitFor()
    const shown = (await page.getByRole('region', { name: 'Ping URL' }).textContent()) ?? ''
    const path = new URL(shown).pathname
    expect(await page.getByRole('region', { name: 'Crontab line' }).textContent()).toContain(`30 2 * * * curl`)
    await app.call('POST', `${path}/start?rid=7`)
    await app.call('POST', `${path}?rid=7`)
    await is('Up')
    await app.call('POST', `${path}/28`, { raw: { type: 'text/plain', body: 'no space left\non device' } })
    await is('Down')
    await page.reload()
    await page.getByText('Failure (exit status 28)').waitFor()
    await visit.expectNoErrors('monitor-heartbeat-down')
    await page.getByRole('link', { name: 'View incident' }).click()
    await page.getByText('The job ended with exit status 28.').first().waitFor()
    await page.getByText('no space left').waitFor()
    await visit.expectNoErrors('incident-heartbeat')
    await page.goBack()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Cron expression').fill('')
    await page.getByLabel(/^Period \(seconds\)/).fill('3600')
    await page.getByLabel('Grace period (seconds)').fill('600')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { name: 'Nightly backup' }).waitFor()
    await app.call('POST', path)
    await is('Up')
    const made = Number(/\d+$/.exec(page.url())?.[0])
    expect(await read(made)).toMatchObject({ cron: null, period_seconds: 3600, interval: 3600, grace_seconds: 600 })
  })

  it('adds an HTTP check with assertions and a password, and removes one of them', async () => {
    target.set('/health', { body: '{"ok":true}', headers: { 'content-type': 'application/json' } })
    const { visit, page, add, is } = await openForm('HTTP(S)')
    visit.allowError(/status of 422/)
    await page.getByLabel('URL').fill(`${target.base}/health`)
    await page.getByLabel('Authentication').selectOption('basic')
    await page.getByLabel('User name').fill('ada')
    await page.getByLabel('Password').fill('correct-horse')
    const rows = page.getByRole('group', { name: 'Assertions', exact: true })
    await rows.getByRole('button', { name: 'Add' }).click()
    await rows.getByRole('button', { name: 'Add' }).click()
    const second = page.getByRole('group', { name: 'Assertions 2' })
    await second.getByLabel('Source').selectOption('json')
    await second.getByLabel('Header name or JSON path').fill('ok')
    await second.getByLabel('Value').fill('true')
    await second.getByLabel('Assertion name').fill('Healthy')
    await page.getByRole('group', { name: 'Assertions 1' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Health')
    await page.getByRole('button', { name: 'Add monitor' }).click()
    const first = page.getByRole('group', { name: 'Assertions 1' })
    await first.getByText(/a JSON path/).waitFor()
    await visit.expectNoErrors('monitor-form-assertions')
    await first.getByLabel('Header name or JSON path').fill('$.ok')
    const made = await add('Health')
    await is('Up')
    expect(await read(made)).toMatchObject({
      auth_username: 'ada',
      auth_password: '…orse',
      assertions: [{ source: 'json', path: '$.ok', operator: 'equals', value: true, name: 'Healthy' }],
    })
    const seen = target.requests.find(({ path }) => path === '/health')
    expect(seen?.headers.authorization).toBe(`Basic ${Buffer.from('ada:correct-horse').toString('base64')}`)
    target.set('/health', { body: '{"ok":false}' })
    await is('Down')
    await page.getByText('1 of 1 assertions failed: Healthy').first().waitFor()
  })
})
