import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'

/** Public addresses, but only inside the namespace: no packet leaves the machine. */
export const public_ipv4 = '8.8.4.4'
export const public_ipv6 = '2606:4700::1111'
/** Routed to a link with nobody at the other end, so that connecting takes seconds to fail. */
export const dead_ipv4 = '9.9.9.2'

/** In a namespace every address belongs to the machine; the public ones represent other hosts. */
export const NO_INTERFACES = { listInterfaces: () => [] }

export interface Namespace {
  /** Runs a script inside the namespace and reads the one JSON value that it prints. */
  run(script: URL, input: unknown): Promise<unknown>
  remove(): void
}

/**
 * A separate network with every given address on its loopback. Addresses that the kernel refuses are left out; the control of the
 * script reports which ones answer.
 */
export function createNamespace(addresses: readonly string[]): Namespace {
  const name = `egress-${process.pid}-${randomBytes(3).toString('hex')}`
  const made = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' })
  if (made.status !== 0)
    throw new Error(
      `This test makes a network namespace, for which it needs root (CAP_SYS_ADMIN) and iproute2: ${made.error?.message ?? made.stderr}`,
    )
  execFileSync('ip', ['-n', name, '-batch', '-'], {
    input: [
      'link set lo up',
      'link add dead0 type veth peer name dead1',
      'link set dead0 up',
      'link set dead1 up',
      'addr add 9.9.9.1/24 dev dead0',
      // Without it, the kernel gives up finding the host's hardware address after 3 s, however long the test has taken to get there.
      `neigh add ${dead_ipv4} lladdr 02:00:00:00:00:02 dev dead0 nud permanent`,
      `addr add ${public_ipv4}/32 dev lo`,
      `addr add ${public_ipv6}/128 dev lo`,
    ].join('\n'),
  })
  const commands = [...new Set(addresses)].map(
    (address) => `addr add ${address}/${address.includes(':') ? 128 : 32} dev lo`,
  )
  spawnSync('ip', ['-n', name, '-force', '-batch', '-'], { input: commands.join('\n') })
  return {
    run: (script, input) => runInside(name, script, input),
    remove: () => execFileSync('ip', ['netns', 'del', name]),
  }
}

async function runInside(name: string, script: URL, input: unknown): Promise<unknown> {
  const child = spawn('ip', ['netns', 'exec', name, process.execPath, fileURLToPath(script)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(JSON.stringify(input))
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => (stdout += String(chunk)))
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`${script.pathname} exited with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}
