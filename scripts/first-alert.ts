import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { ensureDashboard } from '../server/test/journeys/build.ts'
import { readCatalogue } from './screens/catalogue.ts'
import { type Mailbox, openMailbox } from './screens/mailbox.ts'
import { createService } from './screens/service.ts'

const HELP = `npm run first-alert -- [options]

From an empty install to the first visit and the first delivered alert, as a person does it who knows only the words on the screen:
set-up code, website, snippet, visit, monitor, provider; then the target is killed. Prints the seconds of each step.

  --lang de             language of the browser; en unless told
  --port <number>       of the install that it makes; 8195 unless told

With an empty install that runs already, whose SMTP_URL leads to this machine:
  --url <url>           where it is
  --setup-code <code>   from its log
  --reached-at <host>   the address of this machine, as the install reaches it
  --smtp-port <number>  where mails are taken
  --since <time>        Unix time in milliseconds that seconds are counted from`

const { values: flags } = parseArgs({
  options: {
    lang: { type: 'string', default: 'en' },
    port: { type: 'string', default: '8195' },
    url: { type: 'string' },
    'setup-code': { type: 'string', default: '' },
    'reached-at': { type: 'string' },
    'smtp-port': { type: 'string', default: '0' },
    since: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const LOCALES: Record<string, string> = { en: 'en-GB', de: 'de-DE' }
const OWNER = 'owner@example.com'
const VISITOR = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

const started_ms = Number(flags.since ?? Date.now())
const report = (step: string): void =>
  console.log(`${((Date.now() - started_ms) / 1000).toFixed(1).padStart(6)} s  ${step}`)
const LISTEN_HOST = flags['reached-at'] === undefined ? '127.0.0.1' : '0.0.0.0'

interface Install {
  base: string
  setupCode(): string
  stop(): Promise<void>
}

/** Serves a one-page website with the copied snippet. The browser opens `url`, the install checks `target`. */
async function serveWebsite(snippet: () => string): Promise<{ server: Server; url: string; target: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><head>${snippet()}</head><h1>A website</h1>`)
  })
  server.listen(0, LISTEN_HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    server,
    url: `http://localhost:${port}/`,
    target: `http://${flags['reached-at'] ?? 'localhost'}:${port}/`,
  }
}

type Translate = (english: string) => string

async function createAccount(page: Page, translate: Translate, install: Install): Promise<void> {
  await page.getByLabel(translate('E-mail'), { exact: true }).fill(OWNER)
  await page.getByLabel(translate('Password'), { exact: true }).fill('correct horse battery')
  await page.getByLabel(translate('Set-up code')).fill(install.setupCode())
  await page.getByRole('button', { name: translate('Create administrator account') }).click()
}

async function addWebsite(page: Page, translate: Translate): Promise<string> {
  await page.getByLabel(translate('Website domain or URL')).fill('localhost')
  await page.getByRole('button', { name: translate('Add website') }).click()
  const code = page.getByText(/^<script defer/).first()
  await code.waitFor()
  return (await code.textContent()) ?? ''
}

async function watchAndAlert(page: Page, translate: Translate, target: string, mailbox: Mailbox): Promise<void> {
  await page.getByRole('link', { name: translate('Continue') }).click()
  // The field is prefilled with the website's URL. An install on another machine reaches it under another host name.
  if (flags['reached-at'] !== undefined) await page.getByLabel(translate('URL to check')).fill(target)
  await page.getByLabel(translate('URL to check')).press('Enter')
  await page.getByRole('heading', { name: translate('Choose who is alerted') }).waitFor()
  report('monitor added')
  await page.getByRole('button', { name: translate('Send a test alert') }).click()
  await mailbox.waitFor(OWNER, /./)
  report('test alert arrived by e-mail')
  await page.getByRole('button', { name: translate('Finish') }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function runJourney(browser: Browser, install: Install, mailbox: Mailbox): Promise<void> {
  const translate = readCatalogue(flags.lang)
  const locale = LOCALES[flags.lang] ?? flags.lang
  const page = await (await browser.newContext({ locale })).newPage()
  await page.goto(install.base)
  await createAccount(page, translate, install)
  report('administrator account created')
  let snippet = await addWebsite(page, translate)
  report('website added, snippet copied')
  // Without this attribute, the script ignores automated browsers.
  snippet = snippet.replace('defer', 'defer data-allow-automation')
  const website = await serveWebsite(() => snippet)
  try {
    const visitor = await browser.newContext({ userAgent: VISITOR })
    await (await visitor.newPage()).goto(website.url)
    await page.getByText(translate('The first visit has arrived.')).waitFor()
    report('first visit counted')
    await watchAndAlert(page, translate, website.target, mailbox)
    await waitUntilUp(page, translate, install)
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

async function waitUntilUp(page: Page, translate: Translate, install: Install): Promise<void> {
  await page.goto(`${install.base}/monitors`)
  await page
    .getByRole('main')
    .getByText(translate('Up'), { exact: true })
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 120_000 })
}

async function startInstall(mailbox: Mailbox): Promise<Install> {
  await ensureDashboard()
  const folder = path.resolve(import.meta.dirname, '../.local/first-alert')
  const service = await createService(folder, Number(flags.port), { SMTP_URL: mailbox.url })
  await service.start()
  report('empty install started')
  return {
    base: service.base,
    setupCode: () => /set-up code: (\w+)/.exec(service.log())?.[1] ?? '',
    stop: () => service.stop(),
  }
}

async function main(): Promise<void> {
  if (flags.help) return console.log(HELP)
  const mailbox = await openMailbox({ host: LISTEN_HOST, port: Number(flags['smtp-port']) })
  const { url } = flags
  const install =
    url === undefined
      ? await startInstall(mailbox)
      : { base: url, setupCode: () => flags['setup-code'], stop: () => Promise.resolve() }
  const browser = await launchBrowser()
  try {
    await runJourney(browser, install, mailbox)
  } finally {
    await browser.close()
    await install.stop()
    mailbox.close()
  }
}

await main()
