import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packTarballs } from './pack.ts'
import { TSC } from './type-errors.ts'

/**
 * Tests the packages as users get them: packed, checked, installed from the tarball into new projects, and run there with every
 * supported version of Node. `npm test` runs the part that needs no network (server/test/sdk/pack.test.ts).
 */
const NODES = ['20', '22', '24']
/** The package with the Node executable, which the package `node` installs with a script. */
const NODE = `node-${process.platform}-${process.arch}`
const ROOT = path.resolve(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-packages-'))

const run = (cwd: string, file: string, ...args: string[]): string =>
  execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

function check(what: string, isOk: boolean): void {
  if (!isOk) throw new Error(`failed: ${what}`)
  console.log(`ok  ${what}`)
}

function makeProject(name: string, files: Record<string, string>, packages: readonly string[]): string {
  const project = path.join(folder, name)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
    writeFileSync(path.join(project, file), text)
  }
  run(project, 'npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', ...packages)
  return project
}

const USE = `const client = createClient({ base_url: 'http://127.0.0.1:9', key: 'sw_x', retries: 0 })
const aborted = AbortSignal.abort(new Error('stopped'))
client.websites.show(1, { signal: aborted }).catch((error) => {
  track('Order')
  start({ script: 'https://watch.example.com/t/x.js' })
  console.log(error.message, typeof SitewatchError, typeof paginate)
})
`
const NAMES = 'createClient, paginate, SitewatchError'
const ESM = `import { ${NAMES} } from '@sitewatch/sdk'\nimport { start, track } from '@sitewatch/tracker'\n${USE}`
const COMMONJS = `const { ${NAMES} } = require('@sitewatch/sdk')\nconst { start, track } = require('@sitewatch/tracker')\n${USE}`
const EXPECTED = 'stopped function function\n'

function checkUnderNode(major: string, tarballs: readonly string[]): void {
  const manifest = '{ "private": true }'
  const files = { 'package.json': manifest, 'use.mjs': ESM, 'use.cjs': COMMONJS }
  const project = makeProject(`node-${major}`, files, [`${NODE}@${major}`, ...tarballs])
  const node = path.join(project, 'node_modules', NODE, 'bin/node')
  const version = run(project, node, '--version').trim()
  check(`${version}: import`, run(project, node, 'use.mjs') === EXPECTED)
  check(`${version}: require`, run(project, node, 'use.cjs') === EXPECTED)
  const swctl = path.join(project, 'node_modules/@sitewatch/sdk/swctl.js')
  check(`${version}: swctl`, /^\d+\.\d+\.\d+\n$/.test(run(project, node, swctl, '--version')))
}

function checkTypes(tarballs: readonly string[]): void {
  const types = `import { createClient, type Website } from '@sitewatch/sdk'\nimport { track } from '@sitewatch/tracker'
export const show = (id: number): Promise<Website> => createClient({ base_url: '' }).websites.show(id)
track('Order', { props: { plan: 'team' }, revenue: { amount: 49, currency: 'EUR' } })
// @ts-expect-error: an amount without a currency
track('Order', { revenue: { amount: 49 } })
`
  const files = { 'package.json': '{ "private": true }', 'use.mts': types, 'use.cts': types, 'use.ts': types }
  const project = makeProject('types', files, [...tarballs])
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2024,dom']
  run(project, process.execPath, TSC, ...strict, '--module', 'node16', 'use.mts', 'use.cts')
  check('types: node16, import and require', true)
  run(project, process.execPath, TSC, ...strict, '--module', 'esnext', '--moduleResolution', 'bundler', 'use.ts')
  check('types: bundler', true)
}

function checkVite(tarballs: readonly string[]): void {
  const files = {
    'package.json': '{ "private": true, "type": "module" }',
    'index.html': '<script type="module" src="/main.js"></script>',
    'main.js': ESM,
  }
  const project = makeProject('vite', files, [...tarballs])
  const out = run(
    project,
    process.execPath,
    path.join(ROOT, 'node_modules/vite/bin/vite.js'),
    'build',
    '--logLevel',
    'warn',
  )
  check('Vite builds it for browsers without a warning', out.trim() === '')
}

try {
  const tarballs = Object.values(packTarballs(folder))
  for (const file of tarballs) {
    run(ROOT, 'npx', 'publint', 'run', '--strict', file)
    run(ROOT, 'npx', 'attw', file)
    check(`publint and attw: ${path.basename(file)}`, true)
  }
  for (const major of NODES) checkUnderNode(major, tarballs)
  checkTypes(tarballs)
  checkVite(tarballs)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
