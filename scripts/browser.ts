import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

export const CHROMIUM = '/usr/bin/chromium'
/**
 * The same browser without windows, toolbars and notifications (Debian: chromium-headless-shell). Four files of journeys took 56 s of CPU
 * time instead of 93.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/**
 * The first two load the suggestions of the address bar, two extra pages for every window, which are never visible here. Without
 * them, a window takes 0.35 s of CPU time instead of 1.47 s. The others are those that Playwright disables itself: this list replaces its list.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

export const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
]

interface LaunchOptions {
  flags?: readonly string[]
  needsNotifications?: boolean
}

/** Launches Debian's Chromium with its own profile; at full size, the one that people use. */
export function launchBrowser({ flags = [], needsNotifications = false }: LaunchOptions = {}): Promise<Browser> {
  const needsChromium = needsNotifications || process.env['TEST_SIZE'] === 'full' || !existsSync(HEADLESS_SHELL)
  return chromium.launch({
    executablePath: needsChromium ? CHROMIUM : HEADLESS_SHELL,
    args: [...BROWSER_FLAGS, ...flags],
  })
}
