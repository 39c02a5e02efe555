import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { createAuthority } from '../platform/egress/certificates.ts'
import { atEnd } from '../support/at-end.ts'
import { data, startRecordServer } from '../monitoring/checks/record-server.ts'
import { secureSocket, speak, startTalkingServer } from '../monitoring/checks/talking-server.ts'
import { startJourney } from './journey.ts'
import { openMonitorForm } from './monitor-form.ts'

// Before any code reads the trusted certificate authorities.
const authority = createAuthority()
const trusted = getCACertificates()
setDefaultCACertificates([...trusted, authority.ca])
atEnd(() => {
  setDefaultCACertificates(trusted)
  authority.remove()
})
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
const editor = { key, cookie: await app.makeSession(id) }

const read = async (monitor: number) => (await app.call('GET', `/api/monitors/${monitor}`, { key })).body.data

describe('the form of a monitor', () => {
  it("adds a TCP check, which goes down and up, with the server's answer as evidence", async () => {
    let reply = '+PONG\r\n'
    const server = await startTalkingServer((socket, log) =>
      speak({ replies: [[/^PING/, reply, 'close']] })(socket, log),
    )
    atEnd(() => server.close())
    const { visit, page, add, is } = await openMonitorForm(journey, editor, 'TCP port')
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
    const { visit, page, add, is } = await openMonitorForm(journey, editor, 'DNS')
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
    const { visit, page, add, is } = await openMonitorForm(journey, editor, 'TLS certificate')
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
})
