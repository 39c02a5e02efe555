import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { DASHBOARD_FOLDER } from '../../src/web/dashboard-files.ts'
import { ensureDashboard } from './build.ts'

await ensureDashboard()

const gzipSize = (name: string): number => statSync(path.join(DASHBOARD_FOLDER, 'assets', `${name}.gz`)).size

const readScript = (name: string): string => readFileSync(path.join(DASHBOARD_FOLDER, 'assets', name), 'utf8')
const findAll = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, name = '']) => name)

/** A script with all scripts that it imports. */
function listNeeded(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const needed of findAll(readScript(name), /(?:from|import)["'`]\.\/([\w.-]+\.js)["'`]/g))
    listNeeded(needed, found)
  return found
}

/** Screens before sign-in and of the onboarding, which have no navigation. */
const WITHOUT_NAVIGATION = /^(onboarding|sign-in|sign-up|password|join)-/

/** The size of the first load of each screen, from the built files: the entry, the frame and the screen itself. */
function listFirstLoads(): { screen: string; size: number }[] {
  const page = readFileSync(path.join(DASHBOARD_FOLDER, 'index.html'), 'utf8')
  const entry = /src="[^"]*\/(index-[\w-]+\.js)"/.exec(page)?.[1] ?? ''
  const later = findAll(readScript(entry), /import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g)
  const frame = later.find((name) => name.startsWith('shell-')) ?? ''
  return later
    .filter((name) => /-screens?-/.test(name))
    .map((name) => {
      const parts = WITHOUT_NAVIGATION.test(name) ? [entry, name] : [entry, frame, name]
      const needed = new Set(parts.flatMap((each) => [...listNeeded(each)]))
      const size = [...needed].reduce((sum, each) => sum + gzipSize(each), 0)
      return { screen: name.replace(/-[\w-]{8}\.js$/, ''), size }
    })
}

const KB = 1000
/** The limit of the screens that people open every day, and of any other screen. */
const MAX_DAILY = 140 * KB
const MAX_SCRIPT_BYTES = 148 * KB
const DAILY = ['website-screen', 'websites-screen', 'incident-screen', 'sign-in-screen']

it('every screen needs at most 148 kB of gzipped script before it is shown, and a daily one at most 140 kB', () => {
  const loads = listFirstLoads()
  expect(loads.length).toBeGreaterThan(25)
  expect(loads.filter(({ screen }) => DAILY.includes(screen))).toHaveLength(DAILY.length)
  const maxSize = ({ screen }: { screen: string }): number => (DAILY.includes(screen) ? MAX_DAILY : MAX_SCRIPT_BYTES)
  expect(loads.filter((load) => load.size > maxSize(load))).toEqual([])
})
