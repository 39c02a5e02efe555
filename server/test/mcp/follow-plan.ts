import type { Client } from '@modelcontextprotocol/client'
import type { Step } from '../../src/mcp/prompts/plan.ts'
import { callTool } from './connect.ts'

type Fields = Record<string, unknown>

/** The calls that a prompt describes. */
export async function readPlan(client: Client, name: string, args: Record<string, string>) {
  const { messages } = await client.getPrompt({ name, arguments: args })
  const content = messages[0]?.content
  const text = content?.type === 'text' ? content.text : ''
  const json = /```json\n(.*?)\n```/s.exec(text)?.[1] ?? '[]'
  return { text, steps: JSON.parse(json) as Step[] }
}

function choose(step: Step, data: unknown): Fields | undefined {
  const rows = (Array.isArray(data) ? data : [data]) as Fields[]
  const rule = step.choose ?? { rule: 'first' }
  if (rule.rule === 'first') return rows[0]
  if (rule.rule === 'equal') return rows.find((row) => row[rule.field] === rule.value)
  const at = Date.parse(rule.at)
  const begin = (row: Fields): number => Date.parse(row['started_at'] as string)
  const end = (row: Fields): number =>
    row['resolved_at'] === null ? Infinity : Date.parse(row['resolved_at'] as string)
  return (
    rows.find((row) => begin(row) <= at && at <= end(row)) ??
    rows.toSorted((one, other) => Math.abs(begin(one) - at) - Math.abs(begin(other) - at))[0]
  )
}

function resolve(args: Fields, chosen: ReadonlyMap<string, Fields>): Fields {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const [, record = '', field = ''] = /^\$(\w+)\.(\w+)$/.exec(String(value)) ?? []
      return [name, record === '' ? value : chosen.get(record)?.[field]]
    }),
  )
}

/** Follows the plan literally, like a program without any understanding. */
export async function followPlan(client: Client, steps: readonly Step[]) {
  const chosen = new Map<string, Fields>()
  const lists = new Map<string, Fields[]>()
  const answers: { tool: string; isError: boolean; body: Fields }[] = []
  for (const step of steps) {
    if (step.unless !== undefined && chosen.has(step.unless)) continue
    const repeated = step.for_each === undefined ? [undefined] : (lists.get(step.for_each) ?? [])
    for (const each of repeated) {
      const known = each ? new Map([...chosen, [step.for_each ?? '', each]]) : chosen
      const { isError, body } = await callTool(client, step.tool, resolve(step.arguments, known))
      answers.push({ tool: step.tool, isError, body })
      const { data } = body as { data?: unknown }
      if (step.as === undefined || isError) continue
      if (Array.isArray(data)) lists.set(step.as, data as Fields[])
      const found = choose(step, data)
      if (found) chosen.set(step.as, found)
    }
    // Without the record that the next steps refer to, there is nothing left to do.
    const needs = (later: Step): boolean =>
      Object.values(later.arguments).some((value) => String(value).startsWith('$'))
    if (step.choose?.rule !== 'equal' && step.as !== undefined && !chosen.has(step.as) && steps.some(needs)) break
  }
  return { chosen, answers }
}
