import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { NOTES } from './release/artifacts.ts'
import { readManifest } from './release/version.ts'

/**
 * Publishes dist/ as "npm run release" wrote it: the packages on npm, everything as a GitHub release of the tag. Needs "gh" and "npm" signed in.
 *
 *   npm run release:publish -- [--dry-run]
 */
const ROOT = path.resolve(import.meta.dirname, '..')
const DIST = path.join(ROOT, 'dist')
const { values: flags } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })

function run(command: string, args: readonly string[]): void {
  console.log([command, ...args].join(' '))
  execFileSync(command, args, { cwd: DIST, stdio: 'inherit' })
}

const tag = `v${readManifest(ROOT).version}`
run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'])
const files = readdirSync(DIST).filter((name) => name !== NOTES)
for (const name of files.filter((each) => each.endsWith('.tgz'))) {
  run('npm', ['publish', `./${name}`, '--access=public', ...(flags['dry-run'] ? ['--dry-run'] : ['--provenance'])])
}
const release = [
  'release',
  'create',
  tag,
  '--verify-tag',
  `--title=Sitewatch ${tag}`,
  `--notes-file=${NOTES}`,
  ...files,
]
if (flags['dry-run']) console.log(['gh', ...release].join(' '))
else run('gh', release)
