import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deleteRule, insertRule, updateRule } from '../../../src/alerting/assignment-rules/store.ts'
import { deleteAssignment, saveAssignment } from '../../../src/alerting/notifications/assignments.ts'
import { sql, type UserTx } from '../../../src/platform/postgres/index.ts'
import { startApp } from '../../support/app.ts'
import { sized } from '../../support/size.ts'
import { makeTeam } from './teams.ts'

const app = await startApp()
const SEQUENCES = sized(200, 5000)
const TAGS = ['a', 'b'] as const
const COUNT = { monitors: 3, providers: 3, websites: 2 }

interface Rule {
  id: number
  applies_to: 'all' | 'tag' | 'website'
  tag: string | null
  website_id: number | null
  provider_ids: number[]
}

/** The rules as a reference model: an assignment exists if a person set it, or if a rule adds it and no person removed it. */
interface Oracle {
  monitors: Map<number, { tags: readonly string[]; website_id: number | null }>
  websites: Map<number, readonly string[]>
  rules: Rule[]
  manual: Map<string, boolean>
  removed: Set<string>
}

const isMatch = ({ applies_to, tag, website_id }: Rule, monitor: number, { monitors, websites }: Oracle): boolean => {
  const found = monitors.get(monitor)
  if (!found) return false
  if (applies_to === 'all') return true
  if (applies_to === 'website') return found.website_id === website_id
  return [...found.tags, ...(websites.get(found.website_id ?? 0) ?? [])].includes(tag ?? '')
}

function expectedRows(oracle: Oracle): string[] {
  const rows: string[] = []
  const providers = new Set(oracle.rules.flatMap(({ provider_ids }) => provider_ids))
  for (const [pair, enabled] of oracle.manual) rows.push(`${pair} ${enabled} null`)
  for (const monitor of oracle.monitors.keys()) {
    for (const provider of providers) {
      const pair = `${monitor} ${provider}`
      const [rule] = oracle.rules.filter(
        (each) => each.provider_ids.includes(provider) && isMatch(each, monitor, oracle),
      )
      if (rule && !oracle.manual.has(pair) && !oracle.removed.has(pair)) rows.push(`${pair} true ${rule.id}`)
    }
  }
  return rows.toSorted()
}

async function storedRows(tx: UserTx): Promise<string[]> {
  const rows = await tx.query(sql<{ text: string }>`
    select concat_ws(' ', monitor_id, provider_id, enabled::text, coalesce(rule_id::text, 'null')) as text from assignments
    where team_id = ${tx.team_id}`)
  return rows.map(({ text }) => text).toSorted()
}

const index = fc.nat({ max: 2 })
const tagSet = fc.subarray([...TAGS])
const scope = fc.oneof(
  fc.constant({ applies_to: 'all' as const }),
  fc.record({ applies_to: fc.constant('tag' as const), tag: fc.constantFrom(...TAGS) }),
  fc.record({ applies_to: fc.constant('website' as const), website: fc.nat({ max: 1 }) }),
)
const providerSet = fc.subarray([0, 1, 2], { minLength: 1 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('add_rule' as const), scope, providers: providerSet }),
  fc.record({ kind: fc.constant('change_rule' as const), rule: index, scope, providers: providerSet }),
  fc.record({ kind: fc.constant('delete_rule' as const), rule: index }),
  fc.record({ kind: fc.constant('tag' as const), monitor: index, tags: tagSet }),
  fc.record({ kind: fc.constant('tag_website' as const), website: fc.nat({ max: 1 }), tags: tagSet }),
  fc.record({
    kind: fc.constant('link' as const),
    monitor: index,
    website: fc.option(fc.nat({ max: 1 })),
  }),
  fc.record({
    kind: fc.constant('save' as const),
    monitor: index,
    provider: index,
    enabled: fc.option(fc.boolean(), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('remove' as const), monitor: index, provider: index }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Scope = typeof scope extends fc.Arbitrary<infer Value> ? Value : never

interface Ids {
  monitors: number[]
  providers: number[]
  websites: number[]
}

const at = (ids: readonly number[], place: number): number => ids[place] ?? 0

const nameScope = (chosen: Scope, ids: Ids) => ({
  applies_to: chosen.applies_to,
  tag: 'tag' in chosen ? chosen.tag : null,
  website_id: 'website' in chosen ? at(ids.websites, chosen.website) : null,
})

async function takeRuleStep(tx: UserTx, oracle: Oracle, ids: Ids, each: Step): Promise<void> {
  if (each.kind === 'add_rule') {
    const settings = {
      ...nameScope(each.scope, ids),
      provider_ids: each.providers.map((place) => at(ids.providers, place)),
    }
    const { id } = await insertRule(tx, settings)
    oracle.rules.push({ id, ...settings })
    return
  }
  if (each.kind !== 'change_rule' && each.kind !== 'delete_rule') return
  const rule = oracle.rules[each.rule]
  if (!rule) return
  if (each.kind === 'delete_rule') {
    await deleteRule(tx, rule.id)
    oracle.rules = oracle.rules.filter((other) => other !== rule)
    return
  }
  const settings = {
    ...nameScope(each.scope, ids),
    provider_ids: each.providers.map((place) => at(ids.providers, place)),
  }
  await updateRule(tx, rule.id, settings)
  Object.assign(rule, settings)
}

async function takePairStep(tx: UserTx, oracle: Oracle, ids: Ids, each: Step): Promise<void> {
  if (each.kind !== 'save' && each.kind !== 'remove') return
  const [monitor_id, provider_id] = [at(ids.monitors, each.monitor), at(ids.providers, each.provider)]
  const pair = `${monitor_id} ${provider_id}`
  const before = expectedRows(oracle).find((row) => row.startsWith(`${pair} `))
  if (each.kind === 'save') {
    await saveAssignment(tx, { monitor_id, provider_id, enabled: each.enabled })
    oracle.manual.set(pair, each.enabled ?? (before === undefined || before.includes(' true ')))
    oracle.removed.delete(pair)
  } else if (before !== undefined) {
    await deleteAssignment(tx, monitor_id, provider_id)
    oracle.manual.delete(pair)
    oracle.removed.add(pair)
  }
}

async function takeMonitorStep(tx: UserTx, oracle: Oracle, ids: Ids, each: Step): Promise<void> {
  if (each.kind === 'tag_website') {
    const id = at(ids.websites, each.website)
    await tx.execute(sql`update websites set tags = ${each.tags} where team_id = ${tx.team_id} and id = ${id}`)
    oracle.websites.set(id, each.tags)
  }
  if (each.kind !== 'tag' && each.kind !== 'link') return
  const id = at(ids.monitors, each.monitor)
  const monitor = oracle.monitors.get(id) ?? { tags: [], website_id: null }
  if (each.kind === 'tag') {
    await tx.execute(sql`update monitors set tags = ${each.tags} where team_id = ${tx.team_id} and id = ${id}`)
    oracle.monitors.set(id, { ...monitor, tags: each.tags })
  } else {
    const website_id = each.website === null ? null : at(ids.websites, each.website)
    await tx.execute(sql`update monitors set website_id = ${website_id} where team_id = ${tx.team_id} and id = ${id}`)
    oracle.monitors.set(id, { ...monitor, website_id })
  }
}

class RolledBack extends Error {}

describe(`${SEQUENCES} random sequences of changes`, () => {
  it(
    'of rules, tags, links, removals and switches give the assignments of the reference model',
    { timeout: sized(900_000, 1_800_000) },
    async () => {
      const team = await makeTeam(app)
      const repeat = (count: number, make: () => Promise<number>) =>
        Promise.all(Array.from({ length: count }, () => make()))
      const ids: Ids = {
        monitors: await repeat(COUNT.monitors, () => team.makeMonitor()),
        providers: await repeat(COUNT.providers, () => team.makeProvider()),
        websites: await repeat(COUNT.websites, () => team.makeWebsite()),
      }
      const entry = { team_id: team.user.id, user_id: team.user.id, system: true } as const
      const run = async (steps: readonly Step[]): Promise<void> => {
        const oracle: Oracle = {
          monitors: new Map(ids.monitors.map((id) => [id, { tags: [], website_id: null }])),
          websites: new Map(ids.websites.map((id) => [id, []])),
          rules: [],
          manual: new Map(),
          removed: new Set(),
        }
        await app.parts.postgres
          .asUser(entry, async (tx) => {
            for (const each of steps) {
              await takeRuleStep(tx, oracle, ids, each)
              await takePairStep(tx, oracle, ids, each)
              await takeMonitorStep(tx, oracle, ids, each)
              expect(await storedRows(tx)).toEqual(expectedRows(oracle))
            }
            await tx.execute(sql`set constraints all immediate`)
            // Restores the team for the next sequence.
            throw new RolledBack()
          })
          .catch((error: unknown) => {
            if (!(error instanceof RolledBack)) throw error
          })
      }
      const steps = fc.array(step, { minLength: 4, maxLength: 14, size: 'max' })
      await fc.assert(fc.asyncProperty(steps, run), { numRuns: SEQUENCES })
    },
  )
})
