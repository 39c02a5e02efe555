import { afterAll, expect, it } from 'vitest'
import { chromium } from 'playwright-core'
import { startWorkerRole } from '../../src/roles/worker.ts'
import { startApp } from '../support/app.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'

const PORT = 20_000 + (process.pid % 20_000)
const smtp = await startSmtpSink()
// The page's own origin must be the one the service is called by, so the port is fixed here.
const app = await startApp({ SMTP_URL: smtp.url, BASE_URL: `http://127.0.0.1:${PORT}`, PORT: String(PORT) })
const worker = await startWorkerRole(app.parts)
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
afterAll(async () => {
  await browser.close()
  await worker.stop()
})

it('lets a person choose a new password by the link in the mail, in a real browser', async () => {
  const user = await app.makeUser()
  const page = await browser.newPage()
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await page.goto(`${app.base}/forgot-password`)
  await page.fill('input[name=email]', user.email)
  await page.click('button')
  await page.locator('output', { hasText: 'on its way' }).waitFor()
  const { source } = await smtp.waitFor(user.email)
  const link =
    /https?:\/\/\S+\/reset-password\?token=\w+/.exec(source.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? ''
  expect(link).toContain(app.base)
  await page.goto(link)
  await page.fill('input[name=password]', 'an entirely new one')
  await page.click('button')
  await page.locator('output', { hasText: 'changed' }).waitFor()
  expect(await app.signIn({ email: user.email, password: 'an entirely new one' })).toContain('sitewatch=')
  await page.goto(`${app.base}/sign-in`)
  await page.fill('input[name=email]', user.email)
  await page.fill('input[name=password]', 'wrong password')
  await page.click('button')
  await page.locator('output', { hasText: 'not right' }).waitFor()
  expect(refused.filter((text) => /Content Security Policy/.test(text))).toEqual([])
})
