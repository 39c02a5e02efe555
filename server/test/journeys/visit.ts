import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { sized } from '../support/size.ts'
import { type Keyboard, keyboardOf } from './keyboard.ts'

export const LOOKS = {
  'wide-light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  'wide-dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  'narrow-light': { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'narrow-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const
export type Look = keyof typeof LOOKS

export interface VisitOptions {
  /** The path to open, such as /settings. */
  at: string
  look: Look
  /** A session of `app.makeSession(user.id)`; omitted, nobody is signed in. */
  cookie: string
  /** The language of the browser, en-GB by default. */
  locale: string
  /** Leaves the permissions of the site as a new profile has them. Naming one denies all others, such as that for notifications. */
  hasDefaultPermissions: boolean
}

export interface Visit extends Keyboard {
  page: Page
  context: BrowserContext
  /** Console errors, requests to other hosts, and dialogs of the browser. */
  pageErrors: string[]
  /** Ignores errors that the test provokes, such as the browser's log of a 422. */
  allowError(pattern: RegExp): void
  /** Checks that there are no errors; at full size and with SCREENSHOTS=1, also `expectAccessible`. */
  expectNoErrors(name?: string): Promise<void>
  /** Checks that there are no errors, axe violations or sideways scrolling; with a name, also takes a `screenshot`. */
  expectAccessible(name?: string): Promise<void>
  /** The same for a page that was already checked in the other theme: only its colours can differ. */
  expectColours(name: string): Promise<void>
  /** Only with SCREENSHOTS=1, because a screenshot of a long page takes a second. */
  screenshot(name: string): Promise<void>
  close(): Promise<void>
}

const CHECKS_STATES = sized(false, true) || process.env['SCREENSHOTS'] !== undefined
const MAX_SHOWN_TEXT = 3000

const SHOTS = path.resolve(import.meta.dirname, '../../../.local/screenshots')
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Frames are sandboxed mails, which axe cannot enter. */
const findViolations = (
  runOnly: readonly string[],
): string => `axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, iframes: false })
  .then(({ violations }) => violations.map(({ id, help, nodes }) => id + ': ' + help + ' ' + nodes.map((node) => node.html.slice(0, 200) + ' ' + (node.any[0]?.message ?? '')).join(' | ')))`

/** A 401 before signing in is expected, but the browser logs every refused request. */
const EXPECTED = [/status of 401/]

function watchForErrors(page: Page, origin: string): { pageErrors: string[]; allowedErrors: RegExp[] } {
  const pageErrors: string[] = []
  const allowedErrors = [...EXPECTED]
  const addError = (text: string): void => {
    if (!allowedErrors.some((pattern) => pattern.test(text))) pageErrors.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      addError(`${message.type()}: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => addError(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) addError(`asked another host: ${url}`)
  })
  page.on('dialog', (dialog) => {
    addError(`a box of the browser: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { pageErrors, allowedErrors }
}

function readCookie(cookie: string | undefined, base: string) {
  if (cookie === undefined) return []
  const [name = '', value = ''] = cookie.split('=')
  return [{ name, value, url: base, httpOnly: true, sameSite: 'Lax' as const }]
}

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
/** Charts resize a frame or two after the window, so only an overflow that lasts for 60 frames counts. */
const LASTING_OVERFLOW = `new Promise((resolve) => {
  const look = (frames) => ${OVERFLOW} > 0 && frames < 60 ? requestAnimationFrame(() => look(frames + 1)) : resolve(${OVERFLOW})
  look(0)
})`

/** The overflow of the page in px; a narrow window is also checked at 360 px, the minimum width that we support. */
async function measureOverflow(page: Page): Promise<number> {
  const size = page.viewportSize()
  const overflow = await page.evaluate<number>(OVERFLOW)
  if (overflow > 0 || !size || size.width > 640) return overflow
  await page.setViewportSize({ ...size, width: 360 })
  const remaining = await page.evaluate<number>(LASTING_OVERFLOW)
  await page.setViewportSize(size)
  return remaining
}

/** What a failed test needs beside its own message, which names what it waited for. */
async function explainFailure(page: Page, pageErrors: readonly string[], log: string): Promise<void> {
  const text = await page.evaluate<string>('document.body.innerText').catch((error: unknown) => String(error))
  process.stderr.write(
    `the screen at the failure: ${page.url()}\nits errors: ${JSON.stringify(pageErrors)}\nits text:\n${text.slice(-MAX_SHOWN_TEXT)}\nthe log of the service:\n${log}\n`,
  )
}

export async function openVisit(
  browser: Browser,
  base: string,
  options: Partial<VisitOptions>,
  readLog: () => string = () => '',
): Promise<Visit> {
  const context = await browser.newContext({
    ...LOOKS[options.look ?? 'wide-light'],
    locale: options.locale ?? 'en-GB',
    // A browser with windows lets a page copy after a click without asking.
    ...(!options.hasDefaultPermissions && { permissions: ['clipboard-write'] }),
  })
  await context.addCookies(readCookie(options.cookie, base))
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const { pageErrors, allowedErrors } = watchForErrors(page, new URL(base).origin)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail' && !page.isClosed()) await explainFailure(page, pageErrors, readLog())
    await context.close()
  })

  const screenshot = async (name: string): Promise<void> => {
    if (process.env['SCREENSHOTS'] === undefined) return
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true, animations: 'disabled' })
  }
  const expectRules = async (rules: readonly string[], name = ''): Promise<void> => {
    if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(`${AXE}; true`)
    expect(await page.evaluate(findViolations(rules)), `axe ${name}`).toEqual([])
    expect(pageErrors).toEqual([])
  }
  const visit: Visit = {
    page,
    context,
    pageErrors,
    allowError: (pattern) => void allowedErrors.push(pattern),
    ...keyboardOf(page),
    async expectNoErrors(name) {
      if (CHECKS_STATES) await visit.expectAccessible(name)
      expect(pageErrors).toEqual([])
    },
    async expectAccessible(name) {
      await page.evaluate('document.fonts.ready.then(() => true)')
      // The frame of the dashboard is rendered before its first screen, which is there when its heading is.
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      if (name !== undefined) await screenshot(name)
      expect(await measureOverflow(page), `sideways scrolling ${name ?? ''}`).toBe(0)
      await expectRules(RULES, name)
    },
    async expectColours(name) {
      await screenshot(name)
      await expectRules(['color-contrast', 'link-in-text-block'], name)
    },
    screenshot,
    close: () => context.close(),
  }
  await page.goto(base + (options.at ?? '/'))
  return visit
}
