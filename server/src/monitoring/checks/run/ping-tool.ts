import { spawn } from 'node:child_process'
import { once } from 'node:events'

export const PACKETS = 3
/** A loopback ping takes well under a millisecond. It is retried, because a busy machine may be slow to reply to itself. */
const CONTROL_TIMEOUT_MS = 1000

export interface PingRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface PingPlan {
  readonly family: 4 | 6
  readonly address: string
  readonly period_ms: number
  readonly wait_ms: number
}

export interface PingTool {
  readonly command: string
  flags(plan: PingPlan): (string | number)[]
  /** Flags for a loopback ping. Exit code 0 means that it got a reply. */
  readonly control_flags: readonly string[]
  /** Returns a time per packet, null for a lost one. Returns null if nothing was sent or the output has an unknown format. */
  read(run: PingRun): (number | null)[] | null
}

const TIMES = new RegExp(`^\\S+ +:((?: +(?:-|\\d+(?:\\.\\d+)?)){${PACKETS}})\\s*$`, 'm')

/** Sends packets at a fixed interval without waiting for replies. Version 5.1 receives no replies on unprivileged sockets. */
export const FPING: PingTool = {
  command: 'fping',
  flags: ({ family, address, period_ms, wait_ms }) => [
    '-C',
    PACKETS,
    '-p',
    period_ms,
    '-t',
    wait_ms,
    `-${family}`,
    '--',
    address,
  ],
  control_flags: ['-q', '-B', '1', '-r', '2', '-t', '150'],
  read({ code, stdout, stderr }) {
    // fping prints one line per packet that was answered or lost, and none for a packet that it could not send.
    const isSent = / : \[\d\], /.test(stdout)
    // `127.0.0.1 : 0.027 - 0.029` is the summary. Any other output is an error of fping itself.
    const words = TIMES.exec(stderr)?.[1]?.trim().split(/ +/)
    if (words === undefined || !isSent || code === null || code > 1) return null
    return words.map((word) => (word === '-' ? null : Number(word)))
  },
}

/** ping from iputils, on nearly every Linux. It uses unprivileged sockets, so it works under no-new-privileges without NET_RAW. */
export const IPUTILS_PING: PingTool = {
  command: 'ping',
  flags: ({ family, address, period_ms, wait_ms }) => [
    '-n',
    '-c',
    PACKETS,
    '-i',
    period_ms / 1000,
    '-W',
    wait_ms / 1000,
    `-${family}`,
    '--',
    address,
  ],
  control_flags: ['-n', '-q', '-c', '3', '-i', '0.15', '-W', '0.15'],
  read({ code, stdout }) {
    const sent = Number(/^(\d+) packets transmitted/m.exec(stdout)?.[1] ?? 0)
    if (sent === 0 || code === null || code > 1) return null
    return Array.from({ length: PACKETS }, (_, n) => {
      const time = new RegExp(`icmp_seq=${n + 1} .*time=(\\d+(?:\\.\\d+)?) ms`).exec(stdout)?.[1]
      return time === undefined ? null : Number(time)
    })
  },
}

export const PING_TOOLS: readonly PingTool[] = [FPING, IPUTILS_PING]

/** The secrets in our environment are nothing for a program that talks to hosts which strangers named. */
export const pingEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'] })

/** Loopback always replies, so no reply means that the tool cannot receive replies. */
export async function pingLoopback(family: 4 | 6, tool: PingTool): Promise<'answered' | 'silent' | 'cannot_start'> {
  const flags = [...tool.control_flags, `-${family}`, '--', family === 4 ? '127.0.0.1' : '::1']
  const options = { env: pingEnv(), stdio: 'ignore', timeout: CONTROL_TIMEOUT_MS, killSignal: 'SIGKILL' } as const
  try {
    // It throws for unusual errors, such as EPERM for a file with a capability that this process must not have.
    const child = spawn(tool.command, flags, options)
    const [code] = (await once(child, 'close')) as [number | null]
    return code === 0 ? 'answered' : 'silent'
  } catch {
    return 'cannot_start'
  }
}

const picked = new Map<string, PingTool>()

/** Returns the first tool that works here. Cached, because permissions do not change while a process runs. */
export async function pickPingTool(family: 4 | 6, tools: readonly PingTool[]): Promise<PingTool | undefined> {
  const key = [family, ...tools.map(({ command }) => command)].join(' ')
  const cached = picked.get(key)
  if (cached) return cached
  for (const tool of tools) {
    if ((await pingLoopback(family, tool)) !== 'answered') continue
    picked.set(key, tool)
    return tool
  }
  return undefined
}
