import { afterAll, describe, expect, it } from 'vitest'
import { escalate } from '../../src/alerting/escalation/escalate.ts'
import type { Egress } from '../../src/platform/egress/index.ts'
import type { Task } from '../../src/platform/jobs/index.ts'
import { sql } from '../../src/platform/postgres/index.ts'
import { cloneDatabase } from '../support/database.ts'
import { reportFigure } from '../support/report.ts'
import { sized } from '../support/size.ts'
import { openSimulatedDatabase } from './database.ts'
import { findViolations, tellStory } from './promises.ts'
import { hashOf, simulate } from './simulate.ts'

const database = await openSimulatedDatabase((await cloneDatabase()).url)
afterAll(() => database.close())

/** In the everyday tier some that are short, with uncertain answers, an escalation and stopped workers among them. */
const SEEDS = sized(
  [2, 9, 12],
  Array.from({ length: 200 }, (_, n) => n + 1),
)

it(`every promise is kept in ${SEEDS.length} seeds`, async () => {
  const figures = { messages: 0, stops_and_deaths: 0 }
  for (const seed of SEEDS) {
    const outcome = await simulate(database, seed)
    const [violation] = findViolations(outcome)
    expect(violation && [`seed ${seed}`, violation, ...tellStory(outcome, violation)]).toBeUndefined()
    figures.messages += outcome.received.length
    figures.stops_and_deaths += outcome.disturbances.length
  }
  reportFigure(`${SEEDS.length} seeds: ${figures.messages} messages, ${figures.stops_and_deaths} stops and deaths`)
})

it('a seed has the same events in every run, also after another seed', async () => {
  const first = await simulate(database, 12)
  await simulate(database, 1)
  expect(hashOf(await simulate(database, 12))).toBe(hashOf(first))
})

it('a worker that was stopped before it escalates starts the next wait after the stop', async () => {
  expect(findViolations(await simulate(database, 1129))).toEqual([])
})

describe('a planted fault is found:', () => {
  const findBroken = async (...[seed, plant]: [seed: number, plant: Parameters<typeof simulate>[2]]) =>
    findViolations(await simulate(database, seed, plant)).map(({ promise }) => promise)

  it('an answer that never came is taken for a refusal', async () => {
    const forgetSent = (egress: Egress): Egress => ({
      ...egress,
      async request(request) {
        const result = await egress.request(request)
        return result.ok ? result : { ...result, was_sent: false }
      },
    })
    const broken = await findBroken(12, { egress: forgetSent })
    expect(broken).toContain('a message that may have arrived before is marked')
  })

  it('an escalation compares with a time that is ten minutes ahead', async () => {
    const { postgres } = database
    const escalateEarly = async (): Promise<void> => {
      const { now } = await postgres.asRole('worker', (tx) => tx.one(sql<{ now: number }>`select clock_ms() as now`))
      await escalate({ postgres }, now + 600_000)
    }
    const replace = (tasks: readonly Task[]): Task[] =>
      tasks.map((task) => (task.name === 'escalate' ? { ...task, run: escalateEarly } : task))
    const broken = await findBroken(9, { tasks: replace })
    expect(broken).toContain('an escalation sends its steps in order and in time, and none after its end')
  })
})
