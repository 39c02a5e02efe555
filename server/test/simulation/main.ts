import { parseArgs } from 'node:util'
import { findProcesses, readProcessorSeconds } from '../../../scripts/suite/processor-time.ts'
import { openWorld } from '../torture/world.ts'
import { openSimulatedDatabase } from './database.ts'
import { findViolations, tellStory } from './promises.ts'
import { hashOf, simulate } from './simulate.ts'

const HELP = `npm run simulate -- [--seed N] [--seeds COUNT] [--json] [--log]

Runs the real code of deliveries, jobs, escalation and suppression on a simulated clock and network. One seed is one story of outages, ill
services, stopped and killed workers and clock jumps, and always the same one.

--seed N        the first seed; without it, 1
--seeds COUNT   how many seeds; without it, 1. 10,000 is the full size
--json          one line of figures at the end, and nothing else
--log           everything that happened, also if nothing is wrong

Exits with 1 if a promise is broken, and prints what happened before.
`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const say = (text: string): void => (values.json ? undefined : print(text))
const [first, count] = [Number(values.seed), Number(values.seeds)]

/** Postgres must not stay behind. The seed that runs is finished first. */
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isInterrupted = true))

async function runSeeds(): Promise<boolean> {
  const started = performance.now()
  const figures = {
    seeds: 0,
    deliveries: 0,
    messages: 0,
    incidents: 0,
    stops_and_deaths: 0,
    clock_jumps: 0,
    violations: 0,
  }
  const world = await openWorld('simulation', { fast: true })
  const database = await openSimulatedDatabase(world.url)
  const failed: number[] = []
  /** Of this process and of Postgres. */
  const readProcessor = (): number =>
    [process.pid, ...findProcesses(`postgres\0-D\0${world.clusterFolder}`)].reduce(
      (sum, pid) => sum + readProcessorSeconds(pid),
      0,
    )
  const processor_before = readProcessor()
  let processor_seconds = 0
  try {
    for (let seed = first; seed < first + count && !isInterrupted; seed++) {
      const outcome = await simulate(database, seed)
      const violations = findViolations(outcome)
      figures.seeds++
      figures.deliveries += outcome.journal.filter(({ source, old }) => source === 'deliveries' && old === null).length
      figures.incidents += outcome.journal.filter(({ source, old }) => source === 'incidents' && old === null).length
      figures.messages += outcome.received.length
      figures.stops_and_deaths += outcome.disturbances.length
      figures.clock_jumps += outcome.jumps.length
      figures.violations += violations.length
      if (values.log) for (const { at, text } of outcome.log) say(`${(at / 1000).toFixed(3).padStart(10)}  ${text}`)
      if (count <= 10 || violations.length > 0) say(`seed ${seed}: ${hashOf(outcome)}, ${violations.length} violations`)
      if (violations.length > 0) failed.push(seed)
      const [violation] = violations
      for (const { promise, detail } of violations) say(`  broken: ${promise}: ${detail}`)
      if (violation) for (const line of tellStory(outcome, violation)) say(`  ${line}`)
      if (seed % 100 === 0) say(`  ${seed - first + 1} of ${count} seeds`)
    }
    processor_seconds = Math.round(readProcessor() - processor_before)
  } finally {
    await database.close()
    await world.close()
  }
  print(
    JSON.stringify({
      ...figures,
      failed,
      processor_seconds,
      seconds: Math.round((performance.now() - started) / 1000),
    }),
  )
  return failed.length === 0
}

if (values.help) {
  process.stdout.write(HELP)
} else if (!Number.isInteger(first) || !Number.isInteger(count) || count < 1) {
  process.stderr.write(HELP)
  process.exitCode = 2
} else {
  process.exitCode = (await runSeeds()) ? 0 : 1
}
