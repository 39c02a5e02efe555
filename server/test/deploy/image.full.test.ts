import { execFile, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../support/command.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { programEnv } from '../support/program.ts'

/**
 * Docker may not be available here, so the test follows the Dockerfile itself: COPY lines copy files and honour
 * .dockerignore, "npm ci" links the packages of the lock file, and "node" lines are run. Packages from apt are left out.
 */
const work = mkdtempSync(path.join(tmpdir(), 'sitewatch-image-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8')
const LINES = read('deploy/Dockerfile')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const IGNORED = read('.dockerignore').split('\n').filter(Boolean)

const isIgnored = (file: string): boolean =>
  IGNORED.some((pattern) => {
    const name = pattern.replace(/^\*\*\//, '')
    return pattern.startsWith('**/') ? path.basename(file) === name : file === name
  }) || file.endsWith('.log')

function copyIn(from: string, to: string): void {
  const filter = (file: string): boolean => !isIgnored(path.relative(ROOT, file))
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter })
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isDirectory()) linkTree(source, target)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    cpSync(source, target)
  }
}

interface LockedPackage {
  dev?: boolean
  link?: boolean
}

function installPackages(folder: string, withoutDev: boolean): void {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
  for (const [name, { dev, link }] of Object.entries(lock.packages)) {
    const at = name.lastIndexOf('node_modules/')
    // A package inside another one is copied with it; a workspace may have its own packages.
    const isNeeded = at >= 0 && at === name.indexOf('node_modules/') && !(withoutDev && dev)
    const source = [name, name.slice(at)].map((place) => path.join(ROOT, place)).find((place) => existsSync(place))
    // A package for another platform is in the lock file but not installed.
    if (!isNeeded || source === undefined) continue
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    if (link) symlinkSync(readlinkSync(source), path.join(folder, name))
    else linkTree(source, path.join(folder, name))
  }
}

async function runStep(folder: string, command: string): Promise<void> {
  if (command.startsWith('npm ci')) installPackages(folder, command.includes('--omit=dev'))
  if (!command.startsWith('node ')) return
  const [, ...args] = command.split(' ')
  await promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: process.env['PATH'] } })
}

/** The folder /app of each stage, by name; the last one is "image". */
async function buildStages(): Promise<Record<string, string>> {
  const stages: Record<string, string> = {}
  let folder = work
  for (const line of LINES) {
    const [instruction, ...words] = line.split(/\s+/)
    if (instruction === 'FROM') {
      const name = words[2] ?? 'image'
      folder = path.join(work, name)
      stages[name] = folder
      mkdirSync(folder)
      const base = stages[words[0] ?? '']
      if (base !== undefined) cpSync(base, folder, { recursive: true, verbatimSymlinks: true })
    }
    if (instruction === 'RUN') await runStep(folder, words.join(' '))
    if (instruction === 'COPY') copyStep(folder, words, stages)
  }
  return stages
}

function copyStep(folder: string, words: readonly string[], stages: Record<string, string>): void {
  const from = words.find((word) => word.startsWith('--from='))?.slice(7)
  const places = words.filter((word) => !word.startsWith('--'))
  const target = path.resolve(folder, (places.at(-1) ?? '.').replace(/^\/app/, '.'))
  for (const place of places.slice(0, -1)) {
    const isFolder = places.at(-1)?.endsWith('/')
    const to = isFolder ? path.join(target, path.basename(place)) : target
    const stage = from === undefined ? undefined : stages[from]
    if (stage === undefined) copyIn(path.join(ROOT, place), to)
    // Node itself is not copied: the Node that runs this test is used.
    else if (place.startsWith('/app'))
      cpSync(path.join(stage, place.replace(/^\/app/, '.')), to, { recursive: true, verbatimSymlinks: true })
  }
}

const argumentsOf = (instruction: string): string[] => {
  const line = LINES.find((each) => each.startsWith(instruction)) ?? ''
  return JSON.parse(line.slice(line.indexOf('['))) as string[]
}

describe('the Docker image', () => {
  it('is built by the Dockerfile, starts, serves the dashboard and passes its health check', async () => {
    const { image = '' } = await buildStages()
    expect(readdirSync(image)).not.toContain('bench')
    expect(existsSync(path.join(image, 'node_modules/vite'))).toBe(false)
    const database = await createEmptyDatabase()
    const port = String(20_000 + (process.pid % 10_000))
    const env = {
      ...programEnv(database),
      NODE_ENV: 'production',
      SITEWATCH_DATA_DIR: path.join(work, 'data'),
      PORT: port,
    }
    const [, ...start] = argumentsOf('CMD')
    const child = spawn(process.execPath, start, { cwd: image, env, stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [, ...look] = argumentsOf('HEALTHCHECK')
    const isHealthy = (): Promise<boolean> =>
      promisify(execFile)(process.execPath, look, { env: { PORT: port } }).then(
        () => true,
        () => false,
      )
    await expect.poll(isHealthy, { interval: 500 }).toBe(true)
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect({ status: page.status, text: await page.text() }).toMatchObject({ status: 200, text: /assets\// })
  })
})
