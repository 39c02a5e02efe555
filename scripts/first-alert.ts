import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ensureDashboard } from '../server/test/journeys/build.ts'
import { readCatalogue } from './screens/catalogue.ts'
import { type Mailbox, openMailbox } from './screens/mailbox.ts'
import { createService, type Service } from './screens/service.ts'

/**
 * From an empty install to the first visit and the first delivered alert, as a person does it who knows only the words on the screen:
 * set-up code, website, snippet, visit, monitor, provider; then the target is killed. Prints the seconds of each step.
 *
 *   npm run first-alert -- [--lang de] [--port 8195]
 */
const { values: flags } = parseArgs({
  options: { lang: { type: 'string', default: 'en' }, port: { type: 'string', default: '8195' } },
})
const LOCALES: Record<string, string> = { en: 'en-GB', de: 'de-DE' }
const OWNER = 'owner@example.com'
const VISITOR = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

const began = performance.now()
const report = (step: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${step}`)

/** A website of one page with the snippet as it was copied. */
async function serveWebsite(snippet: () => string): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><head>${snippet()}</head><h1>A website</h1>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}/` }
}

type Say = (english: string) => string

async function createAccount(page: Page, say: Say, service: Service): Promise<void> {
  const code = /set-up code: (\w+)/.exec(service.log())?.[1] ?? ''
  await page.getByLabel(say('E-mail'), { exact: true }).fill(OWNER)
  await page.getByLabel(say('Password'), { exact: true }).fill('correct horse battery')
  await page.getByLabel(say('Set-up code')).fill(code)
  await page.getByRole('button', { name: say('Create administrator account') }).click()
}

async function addWebsite(page: Page, say: Say): Promise<string> {
  await page.getByLabel(say('Website domain or URL')).fill('localhost')
  await page.getByRole('button', { name: say('Add website') }).click()
  const code = page.getByText(/^<script defer/).first()
  await code.waitFor()
  return (await code.textContent()) ?? ''
}

async function watchAndAlert(page: Page, say: Say, mailbox: Mailbox): Promise<void> {
  await page.getByRole('link', { name: say('Continue') }).click()
  await page.getByLabel(say('URL to check')).press('Enter')
  await page.getByRole('heading', { name: say('Choose who is alerted') }).waitFor()
  report('monitor added')
  await page.getByRole('button', { name: say('Send a test alert') }).click()
  await mailbox.waitFor(OWNER, /./)
  report('test alert arrived by e-mail')
  await page.getByRole('button', { name: say('Finish') }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function walk(browser: Browser, service: Service, mailbox: Mailbox): Promise<void> {
  const say = readCatalogue(flags.lang)
  const locale = LOCALES[flags.lang] ?? flags.lang
  const page = await (await browser.newContext({ locale })).newPage()
  await page.goto(service.base)
  await createAccount(page, say, service)
  report('administrator account created')
  let snippet = await addWebsite(page, say)
  report('website added, snippet copied')
  // The script leaves out browsers that are driven by a program, unless told.
  snippet = snippet.replace('defer', 'defer data-allow-automation')
  const website = await serveWebsite(() => snippet)
  try {
    const visitor = await browser.newContext({ userAgent: VISITOR })
    await (await visitor.newPage()).goto(website.url)
    await page.getByText(say('The first visit has arrived.')).waitFor()
    report('first visit counted')
    await watchAndAlert(page, say, mailbox)
    await waitUntilUp(page, say, service)
    report('monitor is up')
  } finally {
    website.server.close()
    website.server.closeAllConnections()
  }
  const killed = performance.now()
  const { subject } = await mailbox.waitFor(OWNER, /down|ausgefallen/i, 300)
  report(
    `alert arrived ${((performance.now() - killed) / 1000).toFixed(1)} s after the target was killed: "${subject}"`,
  )
}

async function waitUntilUp(page: Page, say: Say, service: Service): Promise<void> {
  await page.goto(`${service.base}/monitors`)
  await page
    .getByRole('main')
    .getByText(say('Up'), { exact: true })
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 120_000 })
}

async function main(): Promise<void> {
  await ensureDashboard()
  const mailbox = await openMailbox()
  const folder = path.resolve(import.meta.dirname, '../.local/first-alert')
  const service = await createService(folder, Number(flags.port), { SMTP_URL: mailbox.url })
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await service.start()
    report('empty install started')
    await walk(browser, service, mailbox)
  } finally {
    await browser.close()
    await service.stop()
    mailbox.close()
  }
}

await main()
