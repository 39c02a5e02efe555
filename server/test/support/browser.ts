import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../../scripts/browser.ts'

let shared: Promise<Browser> | undefined

/**
 * One browser for all test files of a worker; tests have a context each. It ends with the worker: Playwright closes it on SIGTERM, and
 * Chromium exits by itself when the pipe to its parent closes.
 */
export function findBrowser(): Promise<Browser> {
  const launch = async (): Promise<Browser> => {
    const browser = await launchBrowser()
    browser.on('disconnected', () => (shared = undefined))
    return browser
  }
  return (shared ??= launch())
}
