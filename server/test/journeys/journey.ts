import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import nodePath from 'node:path'
import type { Browser } from 'playwright-core'
import { beforeAll } from 'vitest'
import { launchBrowser } from '../../../scripts/browser.ts'
import { startProberRole } from '../../src/roles/prober.ts'
import { startWorkerRole } from '../../src/roles/worker.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import { sized } from '../support/size.ts'
import { ensureDashboard } from './build.ts'
import { LOOKS, openVisit, type Look, type Visit, type VisitOptions } from './visit.ts'

/** Each loaded look, and the one that only differs from it in its colours. */
const PAIRS: readonly (readonly [Look, Look])[] = [
  ['wide-light', 'wide-dark'],
  ['narrow-dark', 'narrow-light'],
]
/** All four looks of every screen are examined by `npm run screenshots`, too; in the suite, either width has one theme. */
const SEES_ALL_LOOKS = sized(false, true) || process.env['SCREENSHOTS'] !== undefined

export interface Journey {
  app: TestApp
  /** A browser window of its own: nothing is shared with another. Closed at the end of the test. */
  open(options?: Partial<VisitOptions>): Promise<Visit>
  /**
   * A screen at 1440 wide in the light theme and at 390 in the dark one: nothing for axe to find, no sideways scrolling, no
   * errors; with SCREENSHOTS=1 pictures in .local/screenshots/NAME-….png. `arrive` waits until the screen is what it should be.
   * At full size each then goes over to the other theme: opening a page costs more than looking at it.
   */
  expectLooks(name: string, options: Partial<VisitOptions>, arrive: (visit: Visit) => Promise<unknown>): Promise<void>
}

export interface JourneyOptions {
  env?: Record<string, string>
  /** What runs besides the API and the collector. */
  roles?: readonly ('worker' | 'prober')[]
  /** Under which the service lives, such as /watch. */
  path?: string
  /** What the browser calls this machine: 127.0.0.1 unless told. */
  host?: string
  /** Settings that depend on the address of the service. */
  envFor?: (base_url: string) => Promise<Record<string, string>>
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The real service with the real dashboard and a real browser. Called at the top of a test file. */
export async function startJourney({
  env = {},
  roles = [],
  path = '',
  host = '127.0.0.1',
  envFor,
}: JourneyOptions = {}): Promise<Journey> {
  await ensureDashboard()
  // The page's own origin must be the one the service is called by, so the port is chosen first.
  const port = await findFreePort()
  const origin = `http://${host}:${port}`
  const folder = mkdtempSync(nodePath.join(tmpdir(), 'sitewatch-journey-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const settings = { PORT: String(port), BASE_URL: origin + path, SITEWATCH_DATA_DIR: folder }
  const app = await startApp({ ...settings, ...env, ...(await envFor?.(origin + path)) }, { collector: true })
  for (const role of roles) {
    const running = await (role === 'worker' ? startWorkerRole : startProberRole)(app.parts)
    atEnd(() => running.stop())
  }
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  atEnd(async () => browser?.close())

  const open = async (options: Partial<VisitOptions> = {}): Promise<Visit> => {
    if (!browser) throw new Error('windows are opened inside a test')
    return openVisit(browser, origin + path, options)
  }
  const expectLooks: Journey['expectLooks'] = async (name, options, arrive) => {
    for (const [loaded, other] of PAIRS) {
      const visit = await open({ ...options, look: loaded })
      await arrive(visit)
      await visit.expectSound(`${name}-${loaded}`)
      if (SEES_ALL_LOOKS) {
        await visit.page.emulateMedia({ colorScheme: LOOKS[other].colorScheme })
        await visit.expectColours(`${name}-${other}`)
      }
      await visit.close()
    }
  }
  return { app, open, expectLooks }
}
