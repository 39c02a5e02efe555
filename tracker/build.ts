import { readFile, writeFile } from 'node:fs/promises'
import { minify, transformWithOxc } from 'vite'

/** Builds both scripts, ready to serve except for `__HONOR_DNT__` in `tracker`, which the server replaces. */
export async function buildTracker(): Promise<{ tracker: string; vitals: string }> {
  const [tracker, vitals] = await Promise.all([minifySource('tracker'), minifySource('vitals')])
  return { tracker, vitals }
}

async function minifySource(name: 'tracker' | 'vitals'): Promise<string> {
  const url = new URL(`src/${name}.ts`, import.meta.url)
  const stripped = await transformWithOxc(await readFile(url, 'utf8'), `${name}.ts`, {
    lang: 'ts',
    target: 'es2020',
    sourcemap: false,
  })
  const { code, errors } = await minify(`${name}.js`, stripped.code, {
    module: false,
    compress: { target: 'es2020' },
    mangle: true,
    codegen: { removeWhitespace: true, legalComments: 'none' },
  })
  const [error] = errors
  if (error) throw new Error(`${name}.ts: ${error.message}`)
  return code
}

if (import.meta.main) {
  const scripts = await buildTracker()
  await writeFile(new URL('dist/tracker.js', import.meta.url), scripts.tracker)
  await writeFile(new URL('dist/vitals.js', import.meta.url), scripts.vitals)
}
