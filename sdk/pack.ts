import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const HERE = import.meta.dirname
const ROOT = path.join(HERE, '..')

const SWCTL = `#!/usr/bin/env node
import { main } from './dist/cli/main.js'
await main(process.argv.slice(2))
`

/**
 * The package as it goes to a registry, in a folder of its own: JavaScript, since Node strips no types below
 * node_modules, and what people install must run on the Node they have.
 */
export function packSdk(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const options = ['-p', path.join(HERE, 'tsconfig.pack.json'), '--outDir', path.join(folder, 'dist')]
  execFileSync(path.join(ROOT, 'node_modules/.bin/tsc'), options, { stdio: 'inherit' })
  const own = JSON.parse(readFileSync(path.join(HERE, 'package.json'), 'utf8')) as Record<string, unknown>
  const { name, version, description, license, type, dependencies } = own
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    bin: { swctl: './swctl.js' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist', 'swctl.js'],
    engines: { node: '>=20.3' },
    dependencies,
  }
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(path.join(folder, 'swctl.js'), SWCTL)
  chmodSync(path.join(folder, 'swctl.js'), 0o755)
  copyFileSync(path.join(HERE, 'README.md'), path.join(folder, 'README.md'))
}

/** `npm pack` and `npm publish` take this folder as it is: TypeScript, which does not run once it is installed. */
function refuseSources(): void {
  process.stderr.write(
    'This folder holds the sources, not the package. Build it with "npm run pack", then run npm pack or npm publish in .local/sdk.\n',
  )
  process.exitCode = 1
}

if (import.meta.main) {
  const [given] = process.argv.slice(2)
  if (given === '--refuse') refuseSources()
  else packSdk(path.resolve(given ?? path.join(ROOT, '.local/sdk')))
}
