import { existsSync } from 'node:fs'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type * as Vite from 'vite'

/**
 * Builds dashboard/dist. "npm ci" runs it. Without development dependencies, as in an image that copies the build from another
 * stage, it skips the build and succeeds.
 */
const root = path.resolve(import.meta.dirname, '../dashboard')
const KEEP_MS = 7 * 86_400_000

async function removeOldAssets(): Promise<void> {
  const folder = path.join(root, 'dist/assets')
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(path.join(folder, name))
    if (mtimeMs < Date.now() - KEEP_MS) await rm(path.join(folder, name))
  }
}

async function build(vite: typeof Vite, watch: boolean): Promise<void> {
  const started = new Date()
  // Tests set another NODE_ENV, which would give React's development build.
  process.env['NODE_ENV'] = 'production'
  await vite.build({ root, logLevel: 'warn', build: { watch: watch ? {} : null } })
  if (watch) return
  await removeOldAssets()
  // The modification time is the start of the build, so that a source changed during the build counts as newer.
  await utimes(path.join(root, 'dist/index.html'), started, started)
  console.log('The dashboard is built: dashboard/dist')
}

const vite = existsSync(path.join(root, 'index.html'))
  ? await import('vite').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    })
  : undefined
if (vite) await build(vite, process.argv.includes('--watch'))
else console.log('The dashboard is not built: its sources or the development dependencies are not here.')
