import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readSection } from './changelog.ts'
import { keepShipped, type Sbom } from './sbom.ts'
import { listWorkspaces, readManifest } from './version.ts'

export const NOTES = 'notes.md'
const CHECKSUMS = 'SHA256SUMS'

/** The workspaces that people install from npm. */
export const listPackages = (root: string): string[] =>
  listWorkspaces(root).filter((workspace) => readManifest(root, workspace).private !== true)

const npm = (root: string, args: readonly string[]): string =>
  execFileSync('npm', ['--silent', ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })

/** A workspace contains sources. Its script "pack" builds the published package in a folder; its "prepack", which npm would run first, fails on purpose. */
function packWorkspace(root: string, workspace: string, dist: string): void {
  const built = mkdtempSync(path.join(tmpdir(), 'sitewatch-pack-'))
  try {
    npm(root, ['run', 'pack', '--ignore-scripts', `--workspace=${workspace}`, '--', built])
    npm(root, ['pack', built, `--pack-destination=${dist}`])
  } finally {
    rmSync(built, { recursive: true })
  }
}

function writeSbom(root: string, file: string): void {
  const text = npm(root, ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'])
  writeFileSync(file, `${JSON.stringify(keepShipped(JSON.parse(text) as Sbom, root), null, 2)}\n`)
}

function writeChecksums(dist: string): void {
  const lines = readdirSync(dist).map((name) => {
    const hash = createHash('sha256').update(readFileSync(path.join(dist, name)))
    return `${hash.digest('hex')}  ${name}\n`
  })
  writeFileSync(path.join(dist, CHECKSUMS), lines.join(''))
}

/** Writes the files of a release to dist/, for the commit that is checked out. Returns their names. */
export function makeArtifacts(root: string): string[] {
  const { version } = readManifest(root)
  const dist = path.join(root, 'dist')
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  const archive = `--output=${path.join(dist, `sitewatch-${version}.tar.gz`)}`
  execFileSync('git', ['archive', '--format=tar.gz', `--prefix=sitewatch-${version}/`, archive, 'HEAD'], { cwd: root })
  for (const workspace of listPackages(root)) packWorkspace(root, workspace, dist)
  writeSbom(root, path.join(dist, `sitewatch-${version}.cdx.json`))
  const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')
  writeFileSync(path.join(dist, NOTES), `${readSection(changelog, version)}\n`)
  writeChecksums(dist)
  return readdirSync(dist)
}
