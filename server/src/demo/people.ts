import type { Weighted } from './random.ts'

export interface Device {
  device: string
  browser: string
  browser_version: string
  system: string
  system_version: string
}

const device = (
  device: string,
  browser: string,
  browser_version: string,
  system: string,
  system_version = '',
): Device => ({
  device,
  browser,
  browser_version,
  system,
  system_version,
})

export const DEVICES: Weighted<Device> = [
  [device('desktop', 'Chrome', '138', 'Windows', '10'), 22],
  [device('desktop', 'Chrome', '138', 'macOS', '10'), 9],
  [device('desktop', 'Safari', '18', 'macOS', '10'), 8],
  [device('desktop', 'Firefox', '141', 'Windows', '10'), 6],
  [device('desktop', 'Firefox', '141', 'Linux'), 4],
  [device('desktop', 'Edge', '138', 'Windows', '10'), 6],
  [device('mobile', 'Mobile Safari', '18', 'iOS', '18'), 24],
  [device('mobile', 'Chrome', '138', 'Android', '15'), 15],
  [device('mobile', 'Samsung Internet', '28', 'Android', '14'), 3],
  [device('tablet', 'Mobile Safari', '18', 'iPadOS', '18'), 3],
]

const LANGUAGES: Readonly<Record<string, string>> = {
  DE: 'de',
  AT: 'de',
  CH: 'de',
  NL: 'nl',
  FR: 'fr',
  DK: 'da',
  PL: 'pl',
  IT: 'it',
  SE: 'sv',
  BR: 'pt',
  JP: 'ja',
}

export const languageOf = (country: string): string => LANGUAGES[country] ?? 'en'

/** The share of a day's visitors for each local hour: few at night, more at lunch and in the evening. */
export const HOURS: readonly number[] = [
  1.2, 0.7, 0.5, 0.4, 0.5, 0.9, 2.0, 3.7, 5.2, 6.4, 7.0, 7.1, 6.6, 6.3, 6.4, 6.2, 5.9, 5.6, 5.4, 5.6, 5.9, 5.1, 3.6,
  2.1,
]
