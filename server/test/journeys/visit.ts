import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { type Keyboard, keyboardOf } from './keyboard.ts'

export const LOOKS = {
  'wide-light': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  'wide-dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  'narrow-light': { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  'narrow-dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const
export type Look = keyof typeof LOOKS

export interface VisitOptions {
  /** Where to begin, such as /settings. */
  at: string
  look: Look
  /** A session of `app.makeSession(user.id)`; without it nobody is signed in. */
  cookie: string
  /** What the browser prefers; en-GB unless told. */
  locale: string
}

export interface Visit extends Keyboard {
  page: Page
  context: BrowserContext
  /** What the page complained about, asked of another host, or asked the person in a box of the browser's own. */
  complaints: string[]
  /** One that the test provokes on purpose, such as the browser's note of a 422. */
  forgive(pattern: RegExp): void
  /** No complaint, nothing for axe to find, no sideways scrolling; with a name, `screenshot` as well. */
  expectSound(name?: string): Promise<void>
  /** The same of a screen that was looked at in the other theme: nothing but its colours can be different. */
  expectColours(name: string): Promise<void>
  /** Only with SCREENSHOTS=1: a screenshot of a long page takes a second. */
  screenshot(name: string): Promise<void>
  close(): Promise<void>
}

const SHOTS = path.resolve(import.meta.dirname, '../../../.local/screenshots')
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const findViolations = (
  runOnly: readonly string[],
): string => `axe.run(document, { runOnly: ${JSON.stringify(runOnly)} })
  .then(({ violations }) => violations.map(({ id, help, nodes }) => id + ': ' + help + ' ' + nodes.map((node) => node.html.slice(0, 200) + ' ' + (node.any[0]?.message ?? '')).join(' | ')))`

/** A 401 before signing in is an answer, not an error; the browser notes every refused request all the same. */
const EXPECTED = [/status of 401/]

function watchForComplaints(page: Page, origin: string): { complaints: string[]; forgiven: RegExp[] } {
  const complaints: string[] = []
  const forgiven = [...EXPECTED]
  const complain = (text: string): void => {
    if (!forgiven.some((pattern) => pattern.test(text))) complaints.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complain(`${message.type()}: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complain(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) complain(`asked another host: ${url}`)
  })
  page.on('dialog', (dialog) => {
    complain(`a box of the browser: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { complaints, forgiven }
}

function readCookie(cookie: string | undefined, base: string) {
  if (cookie === undefined) return []
  const [name = '', value = ''] = cookie.split('=')
  return [{ name, value, url: base, httpOnly: true, sameSite: 'Lax' as const }]
}

const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** By how much the page is wider than the window; a narrow one is also looked at in 360 pixels, the least we promise. */
async function measureOverflow(page: Page): Promise<number> {
  const size = page.viewportSize()
  const overflow = (await page.evaluate(OVERFLOW)) as number
  if (overflow > 0 || !size || size.width > 640) return overflow
  await page.setViewportSize({ ...size, width: 360 })
  // Charts follow the window a frame or two later: only what stays too wide counts.
  let least = (await page.evaluate(OVERFLOW)) as number
  for (let looks = 0; least > 0 && looks < 20; looks++) {
    await page.waitForTimeout(100)
    least = (await page.evaluate(OVERFLOW)) as number
  }
  await page.setViewportSize(size)
  return least
}

export async function openVisit(browser: Browser, base: string, options: Partial<VisitOptions>): Promise<Visit> {
  const context = await browser.newContext({
    ...LOOKS[options.look ?? 'wide-light'],
    locale: options.locale ?? 'en-GB',
  })
  onTestFinished(() => context.close())
  await context.addCookies(readCookie(options.cookie, base))
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const { complaints, forgiven } = watchForComplaints(page, new URL(base).origin)

  const screenshot = async (name: string): Promise<void> => {
    if (process.env['SCREENSHOTS'] === undefined) return
    mkdirSync(SHOTS, { recursive: true })
    await page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true, animations: 'disabled' })
  }
  const expectAccessible = async (rules: readonly string[], name = ''): Promise<void> => {
    if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(`${AXE}; true`)
    expect(await page.evaluate(findViolations(rules)), `axe ${name}`).toEqual([])
    expect(complaints).toEqual([])
  }
  const visit: Visit = {
    page,
    context,
    complaints,
    forgive: (pattern) => void forgiven.push(pattern),
    ...keyboardOf(page),
    async expectSound(name) {
      await page.evaluate('document.fonts.ready.then(() => true)')
      // The frame of the dashboard stands before its first screen is loaded: the screen is there when its heading is.
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
      if (name !== undefined) await screenshot(name)
      expect(await measureOverflow(page), `sideways scrolling ${name ?? ''}`).toBe(0)
      await expectAccessible(RULES, name)
    },
    async expectColours(name) {
      await screenshot(name)
      await expectAccessible(['color-contrast', 'link-in-text-block'], name)
    },
    screenshot,
    close: () => context.close(),
  }
  await page.goto(base + (options.at ?? '/'))
  return visit
}
