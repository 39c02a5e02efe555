import Bowser from 'bowser'
import { findBot } from './bots.ts'
import { memoizeRecent } from './bounded-cache.ts'

const DEVICES = ['desktop', 'mobile', 'tablet', 'tv', 'other'] as const
export type Device = (typeof DEVICES)[number]

/** The parsed user agent. Names come from the lists of the parser; '' when unknown. */
export interface Client {
  device: Device
  browser: string
  /** The major version only: more would help to recognise a person. */
  browser_version: string
  system: string
  system_version: string
  bot: string
}

const MAX_NAME_LENGTH = 40
const MAX_USER_AGENT_LENGTH = 512

const majorVersionOf = (version: string | undefined): string => /^\d{1,6}/.exec(version ?? '')?.[0] ?? ''

/** Browsers report frozen versions of macOS and Windows: only the name is reliable. */
function readSystemVersion(os: Bowser.Parser.OSDetails): string {
  if (os.name === 'Windows') return os.versionName?.replace(/^NT /, '') === '10.0' ? '10' : (os.versionName ?? '')
  if (os.name === 'macOS' || os.name === 'Linux' || os.name === 'Chrome OS') return ''
  return majorVersionOf(os.version)
}

function parse(userAgent: string): Client {
  const bot = findBot(userAgent)
  if (userAgent === '')
    return { device: 'other', browser: '', browser_version: '', system: '', system_version: '', bot }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const type = os.name === 'Chrome OS' ? 'desktop' : platform.type
  return {
    device: type === 'desktop' || type === 'mobile' || type === 'tablet' || type === 'tv' ? type : 'other',
    browser: (browser.name ?? '').slice(0, MAX_NAME_LENGTH),
    browser_version: majorVersionOf(browser.version),
    system: (os.name ?? '').slice(0, MAX_NAME_LENGTH),
    system_version: readSystemVersion(os).slice(0, MAX_NAME_LENGTH),
    bot,
  }
}

const parseCached = memoizeRecent(10_000, parse)

/** Parsing takes about 20 µs, and a site's visitors share some hundred user agents. */
export const readClient = (userAgent: string): Client => parseCached(userAgent.slice(0, MAX_USER_AGENT_LENGTH))

const TABLET_FROM_PX = 600
const DESKTOP_FROM_PX = 1100

/** When the user agent has no device type, the width of the window decides. */
export function pickDevice({ device }: Client, width: number): Device {
  if (device !== 'other' || width <= 0) return device
  return width < TABLET_FROM_PX ? 'mobile' : width < DESKTOP_FROM_PX ? 'tablet' : 'desktop'
}
