import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'

/** A private Postgres cluster in a folder of the project: no service, no password, loopback only. Works as root, too. */
export interface Cluster {
  url: (database: string) => string
  port: number
  folder: string
}

function findBinaries(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .filter((version) => version >= 15)
    : []
  const newest = versions.sort((a, b) => b - a)[0]
  if (newest !== undefined) return `${root}/${newest}/bin`
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (found.status === 0) return found.stdout.trim()
  throw new Error('Postgres 15 or newer is not installed. Debian: apt-get install postgresql')
}

/** initdb and the server refuse to run as root. As root, they run as "postgres", the user that Debian's package creates. */
function runAs(command: string, args: readonly string[]): void {
  const isRoot = process.getuid?.() === 0
  const [program, list] = isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, args]
  execFileSync(program, list as string[], { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
}

const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const SETTINGS = `
listen_addresses = '127.0.0.1'
max_connections = 200
shared_buffers = 256MB
wal_level = minimal
max_wal_senders = 0
log_min_messages = warning
`

function isRunning(bin: string, data: string): boolean {
  const command =
    process.getuid?.() === 0
      ? ['runuser', ['-u', 'postgres', '--', `${bin}/pg_ctl`, 'status', '-D', data]]
      : [`${bin}/pg_ctl`, ['status', '-D', data]]
  return spawnSync(command[0] as string, command[1] as string[], { stdio: 'ignore', cwd: '/' }).status === 0
}

/** As root: makes the folder that of the user "postgres", who must be able to enter all folders above it as well. */
function handOver(home: string): void {
  execFileSync('chown', ['postgres', home])
  const { status } = spawnSync('runuser', ['-u', 'postgres', '--', 'test', '-w', home], { cwd: '/' })
  if (status === 0) return
  throw new Error(
    `Postgres cannot run as root, so it runs as the user "postgres", who cannot enter ${home}. ` +
      'Move the checkout to a folder that all users can enter, such as /srv, or run this as another user.',
  )
}

/**
 * Starts (or finds running) the cluster in `folder`. `fast` turns durability off, for tests that do not simulate power loss. `vacuums`
 * keeps autovacuum, which with hundreds of short-lived databases only takes processor time from the tests.
 */
export async function startCluster(folder: string, { fast = false, vacuums = true } = {}): Promise<Cluster> {
  const bin = findBinaries()
  const home = path.resolve(folder)
  const data = path.join(home, 'data')
  const portFile = path.join(home, 'port')
  if (!existsSync(path.join(data, 'PG_VERSION'))) {
    rmSync(home, { recursive: true, force: true })
    mkdirSync(home, { recursive: true })
    if (process.getuid?.() === 0) handOver(home)
    runAs(`${bin}/initdb`, [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ])
    const unsafeSettings = fast ? 'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n' : ''
    const vacuum = vacuums ? '' : 'autovacuum = off\n'
    writeFileSync(path.join(data, 'postgresql.auto.conf'), SETTINGS + unsafeSettings + vacuum)
  }
  if (!isRunning(bin, data)) {
    const port = await findFreePort()
    writeFileSync(portFile, String(port))
    const log = path.join(data, 'server.log')
    runAs(`${bin}/pg_ctl`, [
      'start',
      '-w',
      '-D',
      data,
      '-l',
      log,
      '-o',
      `-p ${port} -c unix_socket_directories=${data}`,
    ])
  }
  const port = Number(readFileSync(portFile, 'utf8'))
  return { port, folder: home, url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}` }
}

export function stopCluster(folder: string, mode: 'fast' | 'immediate' = 'fast'): void {
  const data = path.join(path.resolve(folder), 'data')
  const bin = findBinaries()
  if (isRunning(bin, data)) runAs(`${bin}/pg_ctl`, ['stop', '-w', '-m', mode, '-D', data])
}

/** Restarts on the same port. `immediate` simulates a crash: no checkpoint, and recovery at startup. */
export function restartCluster(folder: string, mode: 'fast' | 'immediate'): void {
  const data = path.join(path.resolve(folder), 'data')
  runAs(`${findBinaries()}/pg_ctl`, ['restart', '-w', '-m', mode, '-D', data, '-l', path.join(data, 'server.log')])
}
