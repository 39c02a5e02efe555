import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { ensureDashboard } from '../server/test/journeys/build.ts'
import { startTarget } from './dev-target.ts'
import { type Client, EMAIL, fillContents, type Ids, PASSWORD, signIn, triggerMails } from './screens/contents.ts'
import { findFaults, findShifts, WATCH_SHIFTS } from './screens/faults.ts'
import { fillLarge } from './screens/large.ts'
import { listPublic, listScreens, listSignedOutScreens, type Screen } from './screens/list.ts'
import { type ArrivedMail, type Mailbox, openMailbox } from './screens/mailbox.ts'
import { createService, type Service } from './screens/service.ts'

const HELP = `npm run screenshots -- [options]

Pictures of every screen, mail, status page and public page, in both themes and two widths, from demo data in a real
browser. Fails when text is cut off, a page scrolls sideways or moves while it loads, or axe finds something.

  --lang en,de     languages; en unless told
  --large          also with 1,000 monitors, 500 websites and very long names
  --only <texts>   only screens whose name contains one of these, with commas between
  --themes <names> light,dark unless told
  --widths <names> wide,phone unless told
  --docs           those of the documentation, into docs/pictures: the first 800 pixels of five screens
  --no-mails       without mails, alerts and the pages they link to: a minute sooner
  --folder <path>  where they go; .local/screenshots unless told
  --port <number>  of the service; 8190 unless told`

const { values: flags } = parseArgs({
  options: {
    lang: { type: 'string', default: 'en' },
    large: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    themes: { type: 'string', default: 'light,dark' },
    widths: { type: 'string', default: 'wide,phone' },
    docs: { type: 'boolean', default: false },
    'no-mails': { type: 'boolean', default: false },
    folder: { type: 'string', default: '.local/screenshots' },
    port: { type: 'string', default: '8190' },
    help: { type: 'boolean', default: false },
  },
})
if (flags.docs) Object.assign(flags, { folder: 'docs/pictures', widths: 'docs', 'no-mails': true })
const ROOT = path.resolve(import.meta.dirname, '..')
const THEMES = (['light', 'dark'] as const).filter((theme) => flags.themes.includes(theme))
const WIDTHS = Object.entries({
  wide: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  docs: { width: 1280, height: 800 },
}).filter(([name]) => flags.widths.includes(name))
const DOCS_SCREENS = ['overview', 'website', 'monitors', 'incident', 'public-status']
const isSelected = (name: string): boolean =>
  flags.docs ? DOCS_SCREENS.includes(name) : flags.only.split(',').some((part) => name.includes(part))
const LOCALES: Record<string, string> = { en: 'en-GB', de: 'de-DE' }
const LARGE_EMAIL = 'large@example.com'

const faults: string[] = []
let pictures = 0

/** Chromium cannot capture a taller page. Of such a page, the API reference, only the first screen is captured. */
const MAX_HEIGHT = 16_000

async function takePicture(page: Page, name: string): Promise<void> {
  const fullPage = !flags.docs && (await page.evaluate<number>('document.documentElement.scrollHeight')) <= MAX_HEIGHT
  await page.screenshot({ path: path.join(flags.folder, `${name}.png`), fullPage, animations: 'disabled' })
  pictures++
}

/** Captures the page in each theme and collects its faults. */
async function captureThemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await takePicture(page, `${name}-${colorScheme}`)
    faults.push(...(await findFaults(page)).map((fault) => `${name}-${colorScheme}: ${fault}`))
  }
}

const IS_SETTLED = `![...document.querySelectorAll('[role=status]')].some((each) => /animate/.test(each.className)) && document.fonts.status === 'loaded'`

/** Waits until nothing is loading. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1, [role=heading]').first().waitFor({ timeout: 20_000 })
  // Polls with evaluate: the page's content security policy blocks waitForFunction.
  const until = Date.now() + 20_000
  while (!(await page.evaluate(IS_SETTLED)) && Date.now() < until) await page.waitForTimeout(100)
  await page.waitForTimeout(400)
}

async function visit(context: BrowserContext, url: string, { name, screen }: { name: string; screen: Screen }) {
  const page = await context.newPage()
  await page.addInitScript(WATCH_SHIFTS)
  try {
    const response = await page.goto(url)
    if (response?.status() !== (screen.status ?? 200)) faults.push(`${name}: answered ${response?.status()}`)
    await settle(page)
    if (!screen.isMoving) faults.push(...(await findShifts(page)).map((fault) => `${name}: ${fault}`))
    await captureThemes(page, name)
  } catch (error) {
    faults.push(`${name}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`)
  } finally {
    await page.close()
  }
}

interface VisitPlan {
  browser: Browser
  base: string
  lang: string
  prefix: string
  cookie: string
}

async function visitAll({ browser, base, lang, prefix, cookie }: VisitPlan, screens: readonly Screen[]): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  for (const [width, viewport] of WIDTHS) {
    for (const isPublic of [false, true]) {
      const context = await browser.newContext({ viewport, locale: LOCALES[lang] ?? lang })
      if (!isPublic) await context.addCookies([{ name, value, url: base }])
      for (const screen of screens.filter((each) => (each.isPublic ?? false) === isPublic)) {
        if (!isSelected(screen.name)) continue
        const shot = flags.docs ? screen.name : `${prefix}${screen.name}-${lang}-${width}`
        await visit(context, base + screen.path, { name: shot, screen })
      }
      await context.close()
    }
  }
}

/** Renders a mail as a mail client does, with the images that the mail contains. */
function showMail({ html, source }: ArrivedMail): string {
  const inline = /Content-Type: image\/png[\s\S]*?Content-Id: <([^>]+)>[\s\S]*?\r\n\r\n([\sA-Za-z0-9+/=]+)/i.exec(
    source,
  )
  const [, cid = 'none', data = ''] = inline ?? []
  return html.replaceAll(`cid:${cid}`, `data:image/png;base64,${data.replaceAll(/\s/g, '')}`)
}

async function visitMails(browser: Browser, mails: readonly ArrivedMail[]): Promise<void> {
  const seen = new Set<string>()
  for (const mail of mails) {
    const name = `mail-${mail.subject
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-')
      .slice(0, 48)
      .replaceAll(/^-|-$/g, '')}`
    if (mail.html === '' || seen.has(name) || !isSelected(name)) continue
    seen.add(name)
    for (const [width, viewport] of WIDTHS) {
      const page = await browser.newPage({ viewport: { ...viewport, width: Math.min(viewport.width, 760) } })
      await page.setContent(showMail(mail))
      await captureThemes(page, `${name}-${width}`)
      await page.close()
    }
  }
}

const findMailLink = (mailbox: Mailbox, pattern: RegExp): string =>
  mailbox.mails.map(({ text }) => pattern.exec(text)?.[1] ?? '').find((link) => link !== '') ?? '/'

/** The pages that mails link to. */
const listMailLinks = (mailbox: Mailbox): Record<string, string> => ({
  'link-unsubscribe': findMailLink(mailbox, /(\/subscriptions\/\S+\/end)/),
  'link-reports': findMailLink(mailbox, /(\/unsubscribe\/\S+)/),
  'link-change-email': findMailLink(mailbox, /(\/change-email\/\S+)/),
  'link-invitation': findMailLink(mailbox, /(\/sign-up\?\S+)/),
})

async function captureAll(service: Service, browser: Browser, mailbox: Mailbox): Promise<void> {
  const client = await signIn(service, EMAIL)
  const ids = await fillContents(client)
  if (!flags['no-mails']) await triggerMails(service, client, { mailbox, ids })
  const links = flags['no-mails'] ? {} : listMailLinks(mailbox)
  const large = flags.large ? await fillLargeAccount(service) : undefined
  for (const lang of flags.lang.split(',')) {
    await chooseLanguage([client, ...(large ? [large.client] : [])], lang)
    const plan = { browser, base: service.base, lang, prefix: '', cookie: client.cookie }
    await visitAll(plan, [...listScreens(ids), ...listPublic(ids), ...listSignedOutScreens(ids, links)])
    if (!large) continue
    const screens = [...listScreens(large.ids), ...listPublic(large.ids)]
    await visitAll({ ...plan, prefix: 'large-', cookie: large.client.cookie }, screens)
  }
  await visitMails(browser, mailbox.mails)
}

async function fillLargeAccount(service: Service): Promise<{ client: Client; ids: Ids }> {
  const client = await signIn(service, LARGE_EMAIL)
  return { client, ids: await fillLarge(service, client) }
}

/** The language of an account takes precedence over the language of the browser. */
async function chooseLanguage(clients: readonly Client[], language: string): Promise<void> {
  if (language === 'en') return
  for (const client of clients) await client.call('PATCH', '/api/account', { language })
}

async function main(): Promise<void> {
  if (flags.help) return console.log(HELP)
  const started = performance.now()
  flags.folder = path.resolve(ROOT, flags.folder)
  rmSync(flags.folder, { recursive: true, force: true })
  mkdirSync(flags.folder, { recursive: true })
  await ensureDashboard()
  const port = Number(flags.port)
  const target = await startTarget(port + 1)
  const mailbox = await openMailbox()
  const service = await createService(path.join(ROOT, '.local/screenshots-service'), port, {
    SMTP_URL: mailbox.url,
    SITEWATCH_MIN_INTERVAL_SECONDS: '10',
    SITEWATCH_RATE_LIMIT_PER_MINUTE: '1000000',
    SITEWATCH_RATE_SIGNIN_PER_MINUTE: '100000',
    SITEWATCH_INVITATIONS: '1',
  })
  let browser: Browser | undefined
  try {
    await service.run('user', 'create', '--email', EMAIL, '--password', PASSWORD, '--administrator')
    await service.run('user', 'create', '--email', LARGE_EMAIL, '--password', PASSWORD)
    await service.run('demo', '--email', EMAIL, '--target', target.url)
    await service.start()
    browser = await launchBrowser()
    await captureAll(service, browser, mailbox)
  } finally {
    await browser?.close()
    await service.stop()
    mailbox.close()
    target.close()
  }
  for (const fault of faults) console.log(`FAULT  ${fault}`)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${pictures} pictures in ${path.relative(ROOT, flags.folder)}, ${faults.length} faults, ${seconds} s`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

await main()
