import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { atEnd } from '../support/at-end.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** A copy of the repository for additions that CONTRIBUTING.md describes, without touching the sources under test. */
export interface ScratchCopy {
  root: string
  /** Adds a file; refuses to replace one. */
  add(file: string, text: string): Promise<void>
  /** Appends a line to a registry. */
  addLine(file: string, line: string): Promise<void>
  /** Replaces the only place where `text` stands. */
  edit(file: string, text: string, replacement: string): Promise<void>
  /** Runs a script of the copy, with the Node that runs the tests. */
  node(script: string, args?: readonly string[], env?: NodeJS.ProcessEnv): Promise<{ stdout: string; stderr: string }>
  /** Files that differ from the original. */
  listChanged(): Promise<string[]>
}

/** Packages are shared with the original; those of the workspace belong to the copy. */
async function linkPackages(root: string, folder: string): Promise<void> {
  const from = path.join(ROOT, folder, 'node_modules')
  const to = path.join(root, folder, 'node_modules')
  const names = await readdir(from).catch((): string[] => [])
  if (names.length === 0) return
  await mkdir(to, { recursive: true })
  for (const name of names) {
    if (name !== '@sitewatch') await symlink(path.join(from, name), path.join(to, name))
  }
  for (const name of names.includes('@sitewatch') ? await readdir(path.join(from, '@sitewatch')) : []) {
    await mkdir(path.join(to, '@sitewatch'), { recursive: true })
    await symlink(path.join(root, name), path.join(to, '@sitewatch', name))
  }
}

/** Tracked and new files, without builds and data. */
async function listFiles(parts: readonly string[]): Promise<string[]> {
  const flags = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...parts]
  const { stdout } = await run('git', flags, { cwd: ROOT, maxBuffer: 1e8 })
  return stdout.split('\0').filter((file) => file !== '')
}

/** Everything that runs or is generated; tests, benches, pictures and scripts that depend on test helpers are left out. */
const PARTS = [
  'lingui.config.ts',
  'package.json',
  'tsconfig.json',
  'contract',
  'dashboard',
  'scripts',
  'sdk',
  'server',
  'tracker',
  'docs',
  'README.md',
  ':!docs/adr',
  ':!docs/pictures',
  ':!server/test',
  ':!*.test.ts',
  ':!scripts/screens',
  ':!scripts/screenshots.ts',
  ':!scripts/first-alert.ts',
]

/** The whole repository, with a history of one commit. */
export async function makeScratchRepository(env: NodeJS.ProcessEnv): Promise<ScratchCopy> {
  const copy = await makeScratchCopy(['.'])
  const steps = [
    ['init', '--quiet'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'all'],
  ]
  for (const args of steps) await run('git', args, { cwd: copy.root, env })
  return copy
}

export async function makeScratchCopy(parts: readonly string[] = PARTS): Promise<ScratchCopy> {
  const root = await mkdtemp(path.join(tmpdir(), 'sitewatch-copy-'))
  atEnd(() => rm(root, { recursive: true, force: true }))
  const files = await listFiles(parts)
  for (const folder of new Set(files.map((file) => path.dirname(file)))) {
    await mkdir(path.join(root, folder), { recursive: true })
  }
  await Promise.all(files.map((file) => cp(path.join(ROOT, file), path.join(root, file))))
  for (const folder of ['', 'contract', 'dashboard', 'sdk', 'server', 'tracker']) await linkPackages(root, folder)
  return {
    root,
    add: (file, text) => writeFile(path.join(root, file), text, { flag: 'wx' }),
    addLine: async (file, line) => {
      const text = await readFile(path.join(root, file), 'utf8')
      await writeFile(path.join(root, file), `${text}${line}\n`)
    },
    edit: async (file, text, replacement) => {
      const [before, after, ...others] = (await readFile(path.join(root, file), 'utf8')).split(text)
      if (before === undefined || after === undefined || others.length > 0)
        throw new Error(`${file} does not have this text once: ${text}`)
      await writeFile(path.join(root, file), before + replacement + after)
    },
    node: (script, args = [], env = process.env) =>
      run(process.execPath, [path.join(root, script), ...args], { cwd: root, env, maxBuffer: 1e8 }),
    async listChanged() {
      const found = await readdir(root, { recursive: true, withFileTypes: true })
      const names = found
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      const sources = names.filter((name) => !/(^|\/)node_modules\/|^dashboard\/dist\//.test(name))
      const isChanged = async (name: string): Promise<boolean> => {
        const [here, there] = await Promise.all(
          [root, ROOT].map((folder) => readFile(path.join(folder, name)).catch(() => null)),
        )
        return !here || !there?.equals(here)
      }
      const changed = await Promise.all(sources.map(isChanged))
      return sources.filter((_, index) => changed[index]).sort()
    },
  }
}
