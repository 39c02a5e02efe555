import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import type { Verdict } from './main.ts'
import { pause, say } from './world.ts'

/**
 * Our own outage must not be reported as yours. The program runs in a network namespace whose only link is cut again and again; its
 * targets and anchors are at the other end. No incident may open. Afterwards some targets really fail, and must be detected.
 */
export interface BlackoutSize {
  monitors: number
  cuts: number
}

const FULL: BlackoutSize = { monitors: 500, cuts: 100 }
export const SMALL: BlackoutSize = { monitors: 60, cuts: 3 }

export interface BlackoutFigures {
  monitors: number
  cuts: number
  false_downs: number
  /** Monitors that were marked unknown at some time, which shows that the cuts had an effect. */
  unknown: number
  outages: number
  found: number
}

/** Public addresses, so that anchors are checked; no packet leaves the two namespaces. */
export const NEAR = '20.30.40.1'
export const FAR = '20.30.40.2'

interface Line {
  near: string
  far: string
  remove(): void
}

function createLine(): Line {
  const tag = randomBytes(3).toString('hex')
  const [near, far] = [`near-${tag}`, `far-${tag}`]
  const ip = (text: string): void => void execFileSync('ip', text.split(' '))
  ip(`netns add ${near}`)
  ip(`netns add ${far}`)
  ip(`link add n0 netns ${near} type veth peer name f0 netns ${far}`)
  for (const [namespace, device, address] of [
    [near, 'n0', NEAR],
    [far, 'f0', FAR],
  ]) {
    ip(`-n ${namespace} link set lo up`)
    ip(`-n ${namespace} addr add ${address}/24 dev ${device}`)
    ip(`-n ${namespace} link set ${device} up`)
  }
  return {
    near,
    far,
    remove() {
      ip(`netns del ${near}`)
      ip(`netns del ${far}`)
    },
  }
}

/** If our own end is down, connections are refused at once. If the other end is down, they time out. */
async function cutOnce({ near, far }: Line): Promise<void> {
  const [namespace, device] = Math.random() < 0.5 ? [near, 'n0'] : [far, 'f0']
  execFileSync('ip', ['-n', namespace, 'link', 'set', device, 'down'])
  await pause(1000 + Math.random() * 8000)
  execFileSync('ip', ['-n', namespace, 'link', 'set', device, 'up'])
  await pause(1000 + Math.random() * 4000)
}

export async function tortureBlackout(size: BlackoutSize): Promise<BlackoutFigures> {
  const line = createLine()
  const script = path.join(import.meta.dirname, 'blackout-inside.ts')
  const inside = spawn('ip', ['netns', 'exec', line.near, process.execPath, script, line.far, String(size.monitors)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(inside, 'exit')
  try {
    const failed = ended.then(() => Promise.reject(new Error('the inner half ended early')))
    const next = async (): Promise<Record<string, number>> =>
      ((await Promise.race([once(inside, 'message'), failed])) as [Record<string, number>])[0]
    await next()
    for (let cut = 0; cut < size.cuts; cut++) {
      await cutOnce(line)
      if (cut % 10 === 9) say(`  cut ${cut + 1} times`)
    }
    inside.send('cuts are over')
    const figures = await next()
    return { monitors: size.monitors, cuts: size.cuts, ...(figures as Omit<BlackoutFigures, 'monitors' | 'cuts'>) }
  } finally {
    inside.kill('SIGTERM')
    await ended
    line.remove()
  }
}

export const isHeld = ({ false_downs, unknown, outages, found }: BlackoutFigures): boolean =>
  false_downs === 0 && unknown > 0 && found === outages

export async function run(size: 'full' | 'small'): Promise<Verdict> {
  const figures = await tortureBlackout(size === 'full' ? FULL : SMALL)
  return { figures, isHeld: isHeld(figures) }
}
