import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import nodePath from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../../scripts/browser.ts'
import { startProberRole } from '../../src/roles/prober.ts'
import { startWorkerRole } from '../../src/roles/worker.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import { findBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { createKeptLog } from '../support/kept-log.ts'
import { ensureDashboard } from './build.ts'
import { LOOKS, openVisit, type Look, type Visit, type VisitOptions } from './visit.ts'

/** Each loaded look, and the one that differs from it only in its colours. */
const PAIRS: readonly (readonly [Look, Look])[] = [
  ['wide-light', 'wide-dark'],
  ['narrow-dark', 'narrow-light'],
]

export interface Journey {
  app: TestApp
  /** A separate browser window, closed at the end of the test. */
  open(options?: Partial<VisitOptions>): Promise<Visit>
  /**
   * Checks a screen at two widths in both themes: no axe violation, no sideways scrolling, no errors; with SCREENSHOTS=1 it writes
   * .local/screenshots/NAME-….png. `arrive` waits until the screen is complete. The theme is switched in the open page, because opening
   * one costs more than checking it. For tests of the full size: one such screen takes about five processor-seconds.
   */
  expectScreens(name: string, options: Partial<VisitOptions>, arrive: (visit: Visit) => Promise<unknown>): Promise<void>
}

export interface JourneyOptions {
  env?: Record<string, string>
  /** Roles in addition to the API and the collector. */
  roles?: readonly ('worker' | 'prober')[]
  /** The base path of the service, such as /watch. */
  path?: string
  /** The host name in the browser, 127.0.0.1 by default. */
  host?: string
  needsNotifications?: boolean
  /** Settings that depend on the address of the service. */
  envFor?: (base_url: string) => Promise<Record<string, string>>
}

/** The shared browser cannot show notifications. */
async function launchNotifying(): Promise<Browser> {
  const browser = await launchBrowser({ needsNotifications: true })
  atEnd(() => browser.close())
  return browser
}

/** The real service with the real dashboard and a real browser. Called at the top of a test file. */
export async function startJourney({
  env = {},
  roles = [],
  path = '',
  host = '127.0.0.1',
  needsNotifications = false,
  envFor,
}: JourneyOptions = {}): Promise<Journey> {
  await ensureDashboard()
  // The origin of the page must be that of BASE_URL, so the port is chosen first.
  const port = await freePort()
  const origin = `http://${host}:${port}`
  const folder = mkdtempSync(nodePath.join(tmpdir(), 'sitewatch-journey-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const settings = { PORT: String(port), BASE_URL: origin + path, SITEWATCH_DATA_DIR: folder }
  const { log, read } = createKeptLog()
  const app = await startApp({ ...settings, ...env, ...(await envFor?.(origin + path)) }, { collector: true, log })
  for (const role of roles) {
    const running = await (role === 'worker' ? startWorkerRole : startProberRole)(app.parts)
    atEnd(() => running.stop())
  }
  const notifying = needsNotifications ? await launchNotifying() : undefined

  const open = async (options: Partial<VisitOptions> = {}): Promise<Visit> => {
    const chosen = { hasDefaultPermissions: needsNotifications, ...options }
    return openVisit(notifying ?? (await findBrowser()), origin + path, chosen, read)
  }
  const expectScreens: Journey['expectScreens'] = async (name, options, arrive) => {
    for (const [loaded, other] of PAIRS) {
      const visit = await open({ ...options, look: loaded })
      await arrive(visit)
      await visit.expectAccessible(`${name}-${loaded}`)
      await visit.page.emulateMedia({ colorScheme: LOOKS[other].colorScheme })
      await visit.expectColours(`${name}-${other}`)
      await visit.close()
    }
  }
  return { app, open, expectScreens }
}
