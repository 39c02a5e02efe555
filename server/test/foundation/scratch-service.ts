import path from 'node:path'
import { launchBrowser } from '../../../scripts/browser.ts'
import { freePort } from '../support/free-port.ts'
import { openVisit, type Visit, type VisitOptions } from '../journeys/visit.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import { type Outcome, runCommand } from '../support/command.ts'
import { programEnv, startProgram } from '../support/program.ts'
import type { ScratchCopy } from './scratch-copy.ts'

export interface ScratchService {
  /** The service under test on the same database, to create users and sessions. */
  app: TestApp
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies freely
  call(method: string, path: string, key: string, json?: object): Promise<{ status: number; data: any; text: string }>
  /** The command line of the copy. */
  swctl(key: string, ...args: string[]): Promise<Outcome>
  /** The dashboard of the copy in a real browser. */
  open(options: Partial<VisitOptions>): Promise<Visit>
}

/** Runs the copy with every role, on its own database, which has the migrations of the copy. */
export async function startScratchService(
  { root, node }: ScratchCopy,
  env: Record<string, string> = {},
): Promise<ScratchService> {
  const app = await startApp()
  await node('server/launch/sitewatch.cjs', ['migrate'], programEnv(app.database, { CLICKHOUSE_URL: undefined }))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  await startProgram(app.database, {
    root,
    roles: ['api', 'worker', 'prober'],
    env: { PORT: String(port), BASE_URL: base, ...env },
  })
  const browser = await launchBrowser()
  atEnd(() => browser.close())
  return {
    app,
    async call(method, place, key, json) {
      const response = await fetch(base + place, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(json && { 'content-type': 'application/json' }) },
        ...(json && { body: JSON.stringify(json) }),
      })
      const text = await response.text()
      return { status: response.status, data: (JSON.parse(text) as { data?: unknown }).data, text }
    },
    swctl: (key, ...args) =>
      runCommand(process.execPath, [path.join(root, 'sdk/launch/swctl.cjs'), ...args], {
        env: { SITEWATCH_URL: base, SITEWATCH_KEY: key },
      }),
    open: (options) => openVisit(browser, base, options),
  }
}
