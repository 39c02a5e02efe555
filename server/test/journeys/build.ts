import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const SOURCES = [
  'dashboard/src',
  'dashboard/locales',
  'dashboard/index.html',
  'dashboard/vite.config.ts',
  'sdk/src',
  'contract/src',
]

async function newestOf(place: string): Promise<number> {
  const facts = await stat(place)
  if (!facts.isDirectory()) return facts.mtimeMs
  const inside = await readdir(place, { recursive: true, withFileTypes: true })
  const times = await Promise.all(
    inside.filter((entry) => entry.isFile()).map((entry) => stat(path.join(entry.parentPath, entry.name))),
  )
  return Math.max(0, ...times.map(({ mtimeMs }) => mtimeMs))
}

/** The dashboard as its sources are now: built only when they are newer than the last build. */
export async function ensureDashboard(): Promise<void> {
  const newest = Math.max(...(await Promise.all(SOURCES.map((source) => newestOf(path.join(ROOT, source))))))
  const built = await stat(path.join(ROOT, 'dashboard/dist/index.html')).catch(() => undefined)
  if (built && built.mtimeMs > newest) return
  await promisify(execFile)(process.execPath, ['scripts/build-dashboard.ts'], { cwd: ROOT })
}
