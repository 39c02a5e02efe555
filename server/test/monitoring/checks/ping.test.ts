import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FPING, IPUTILS_PING, pingLoopback, type PingTool } from '../../../src/monitoring/checks/run/ping-tool.ts'
import { probePing } from '../../../src/monitoring/checks/types/ping.ts'
import { createEgress } from '../../../src/platform/egress/index.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sitewatch-fping-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const egress = createEgress({ allowPrivate: ['127.0.0.0/8'] })
const OLD_FPING = /Version (?:4|5\.[01]\b)/
const version = execFileSync('fping', ['-v'], { encoding: 'utf8' })

/** Pings from a separate network, in which the second host is a link with nobody at the other end. */
const NETWORK = `ip link set lo up; ip link add dead0 type veth peer name dead1; ip addr add 9.9.9.1/24 dev dead0
  ip link set dead0 up; ip link set dead1 up; echo '0 2147483647' > /proc/sys/net/ipv4/ping_group_range`
const UNPRIVILEGED =
  'setpriv --no-new-privs --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all'

function writeCommand(name: string, run: string): string {
  const file = path.join(folder, name)
  writeFileSync(
    file,
    `#!/bin/sh\nexec unshare -n sh -c '${NETWORK.replaceAll("'", '"')}; exec ${run} "$@"' tool "$@"\n`,
  )
  chmodSync(file, 0o755)
  return file
}

let privileged: string
let unprivileged: PingTool
let iputils: PingTool

/** A copy has no file capability, just as no file capability counts under no-new-privileges. */
function writeUnprivileged(tool: PingTool): PingTool {
  const copy = path.join(folder, `copy-of-${tool.command}`)
  copyFileSync(`/usr/bin/${tool.command}`, copy)
  chmodSync(copy, 0o755)
  return { ...tool, command: writeCommand(`unprivileged-${tool.command}`, `${UNPRIVILEGED} ${copy}`) }
}

beforeAll(() => {
  privileged = writeCommand('privileged', 'fping')
  unprivileged = writeUnprivileged(FPING)
  iputils = writeUnprivileged(IPUTILS_PING)
})

describe('a ping check with the real tools', () => {
  /** A busy machine may take so long to make the namespaces that the tool is killed before it says anything. */
  const ping = async (tools: PingTool[], host: string) => {
    for (let tries = 1; ; tries++) {
      const result = await probePing(egress, { host, timeout_ms: 1000 }, tools)
      if (result.outcome.kind !== 'unknown' || tries === 10) return result
    }
  }

  it('is up for a host that answers and down for a silent one', async () => {
    const tools = [{ ...FPING, command: privileged }]
    const [up, down] = await Promise.all([ping(tools, '127.0.0.2'), ping(tools, '9.9.9.2')])
    expect(up.outcome).toEqual({ kind: 'success' })
    expect(down.outcome).toMatchObject({ kind: 'failure', cause: { kind: 'icmp' } })
  })

  it('is never down on unprivileged sockets, where fping 5.1 does not recognise replies', async () => {
    const answering = await probePing(egress, { host: '127.0.0.2', timeout_ms: 1000 }, [unprivileged])
    expect(answering.outcome.kind).toBe(OLD_FPING.test(version) ? 'unknown' : 'success')
    expect(await pingLoopback(4, unprivileged)).toBe(OLD_FPING.test(version) ? 'silent' : 'answered')
  })

  it('uses ping where fping gets no replies: up for a host that answers, down for a silent one', async () => {
    const up = await ping([unprivileged, iputils], '127.0.0.2')
    expect(up).toMatchObject({ outcome: { kind: 'success' }, loss_percent: 0 })
    expect(up.timings.total_ms).toBeGreaterThan(0)
    const down = await ping([unprivileged, iputils], '9.9.9.2')
    expect(down).toMatchObject({ outcome: { kind: 'failure', cause: { kind: 'icmp' } }, loss_percent: 100 })
  })
})
