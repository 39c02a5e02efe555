import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { listPackages, makeArtifacts } from './release/artifacts.ts'
import { readSection, releaseSection } from './release/changelog.ts'
import {
  listWorkspaces,
  readManifest,
  findVersionProblem,
  setImageVersion,
  setLockVersion,
  setManifestVersion,
} from './release/version.ts'

const HELP = `Makes a release of a clean tree: sets the version, turns "Unreleased" in CHANGELOG.md into its section, commits, tags, and writes
dist/: source archive, npm packages, SBOM (CycloneDX), release notes, SHA-256 checksums. Pushes nothing.

  npm run release -- X.Y.Z             make the release
  npm run release -- X.Y.Z --dry-run   say what it would do, and change nothing
  npm run release -- --artifacts       write dist/ for the commit that is checked out, as CI does for a tag
`
const ROOT = path.resolve(import.meta.dirname, '..')

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')

/** Returns the reason why the release cannot be made, or null. */
function findReleaseProblem(version: string): string | null {
  const problem = findVersionProblem(version, readManifest(ROOT).version)
  if (problem !== null) return problem
  if (git('status', '--porcelain') !== '') return 'The tree has changes. Commit or remove them first.'
  if (git('tag', '--list', `v${version}`) !== '') return `The tag v${version} exists already.`
  if (readSection(read('CHANGELOG.md'), 'Unreleased') === '') return 'CHANGELOG.md has nothing under "Unreleased".'
  return null
}

/** The files that contain the version, with their new text. Files that "npm run generate" writes are not included. */
function planEdits(version: string): Map<string, string> {
  const workspaces = listWorkspaces(ROOT)
  const manifests = ['.', ...workspaces].map((workspace) => path.join(workspace, 'package.json'))
  const date = new Date().toISOString().slice(0, 10)
  return new Map([
    ...manifests.map((file) => [file, setManifestVersion(read(file), version)] as const),
    ['package-lock.json', setLockVersion(read('package-lock.json'), workspaces, version)],
    ['deploy/Dockerfile', setImageVersion(read('deploy/Dockerfile'), version)],
    ['CHANGELOG.md', releaseSection(read('CHANGELOG.md'), version, date)],
  ])
}

function release(version: string): void {
  const before = git('rev-parse', 'HEAD')
  try {
    for (const [file, text] of planEdits(version)) writeFileSync(path.join(ROOT, file), text)
    execFileSync(process.execPath, ['scripts/generate.ts'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
    git('commit', '--quiet', '--all', '--message', `release: ${version}`)
    console.log(['dist/:', ...makeArtifacts(ROOT)].join('\n  '))
    git('tag', '--annotate', '--message', `Sitewatch ${version}`, `v${version}`)
  } catch (error) {
    // The tree was clean: this loses nothing but the release.
    git('reset', '--quiet', '--hard', before)
    throw error
  }
  console.log(`Released ${version}. To publish it: git push origin HEAD v${version}`)
}

function describePlan(version: string): void {
  const packages = listPackages(ROOT).map((workspace) => readManifest(ROOT, workspace).name)
  const changes = readSection(read('CHANGELOG.md'), 'Unreleased').match(/^- /gm)?.length ?? 0
  console.log(`${readManifest(ROOT).version} → ${version}, nothing is changed by --dry-run.
files:    ${[...planEdits(version).keys()].join(', ')}, and what "npm run generate" writes
changes:  ${changes} in CHANGELOG.md
tag:      v${version}
packages: ${packages.join(', ')}`)
}

function main(): void {
  const options = { 'dry-run': { type: 'boolean' }, artifacts: { type: 'boolean' }, help: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [version] = positionals
  if (values.help) return console.log(HELP)
  if (values.artifacts) return console.log(makeArtifacts(ROOT).join('\n'))
  if (version === undefined || positionals.length > 1) throw new Error(`Name one version.\n\n${HELP}`)
  const problem = findReleaseProblem(version)
  if (problem !== null) throw new Error(problem)
  if (values['dry-run']) describePlan(version)
  else release(version)
}

try {
  main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
