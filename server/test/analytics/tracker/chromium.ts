import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { BROWSER_FLAGS, CHROMIUM } from '../../../../scripts/browser.ts'

const FLAGS = [...BROWSER_FLAGS, '--window-size=1000,800', '--remote-debugging-port=0']

export interface Chromium {
  endpoint: string
  close(): Promise<void>
}

export async function launchChromium(url = 'about:blank'): Promise<Chromium> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(`${CHROMIUM} is missing: the tracker is tested in Debian's Chromium (apt-get install chromium)`)
  }
  const profile = await mkdtemp(join(tmpdir(), 'sitewatch-chromium-'))
  const child = spawn(CHROMIUM, [...FLAGS, `--user-data-dir=${profile}`, url], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Its child processes also hold the pipe, and write to the profile until they exit.
  const ended = once(child, 'close')
  let output = ''
  const endpoint = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const listening = /DevTools listening on (ws:\S+)/.exec(output)
      if (listening?.[1]) resolve(listening[1])
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${output}`)))
  })
  return {
    endpoint,
    async close() {
      child.kill('SIGTERM')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export interface Visitor {
  browser: Browser
  context: BrowserContext
  close(): Promise<void>
}

/**
 * A browser with the settings that people use. Playwright's own launch would disable the back/forward cache and pretend that every
 * tab is visible and focused, and these tests check exactly that.
 */
export async function startVisitor(): Promise<Visitor> {
  const running = await launchChromium()
  const browser = await chromium.connectOverCDP(running.endpoint, { noDefaults: true })
  const [context] = browser.contexts()
  if (!context) throw new Error('Chromium has no default context')
  return {
    browser,
    context,
    async close() {
      await browser.close()
      await running.close()
    },
  }
}
