import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { isPassive, MONITOR_TYPE_NAMES } from '@sitewatch/contract'
import { median } from '../server/test/support/samples.ts'
import type { Outcome } from './main.ts'

/**
 * One check of each type compared with the bare library call that it uses, in alternating rounds, each in a separate process. Without
 * claiming and recording: "checks" measures those.
 */
const ROUNDS = 3
const SECONDS = 2
const LIMIT = 0.7
const FOLDER = path.resolve(import.meta.dirname, 'types')

const say = (text: string): void => void process.stderr.write(`${text}\n`)

interface Sample {
  checks: number
  cpu_ms: number
}

interface Target {
  ca: string
  ports: Record<string, number>
}

async function runLoop(side: 'ours' | 'bare', type: string, { ca, ports }: Target): Promise<Sample> {
  const args = [path.join(FOLDER, 'loop.ts'), side, type, String(ports[type]), ca, String(SECONDS)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as Sample
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))

async function measureType(type: string, target: Target) {
  const samples: { ours: Sample; bare: Sample }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await runLoop('bare', type, target)
    samples.push({ bare, ours: await runLoop('ours', type, target) })
  }
  const figures = {
    [`${type}.ratio`]: rounded(median(samples.map(({ ours, bare }) => ours.checks / bare.checks)), 2),
    [`${type}.cpu_ms_per_check`]: rounded(median(samples.map(({ ours }) => ours.cpu_ms / ours.checks)), 3),
    [`${type}.per_second`]: Math.round(median(samples.map(({ ours }) => ours.checks / SECONDS))),
  }
  say(JSON.stringify(figures))
  return figures
}

/** A passive type calls no library. "heartbeats" measures its pings. */
const ACTIVE = MONITOR_TYPE_NAMES.filter((type) => !isPassive(type))

export async function run(only: readonly string[] = ACTIVE): Promise<Outcome> {
  const child = spawn(process.execPath, [path.join(FOLDER, 'target.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const target = JSON.parse(line) as Target
  const figures: Record<string, number> = {}
  for (const type of only) Object.assign(figures, await measureType(type, target))
  child.kill()
  const ratios = Object.entries(figures).filter(([name]) => name.endsWith('.ratio'))
  return { figures, isMet: ratios.every(([, ratio]) => ratio >= LIMIT) }
}
