import type { ConfigPlan } from '../index.ts'
import { cleanText } from './print.ts'

const SIGNS = { create: '+', update: '~', delete: '-' } as const
const COLORS = { create: 32, update: 33, delete: 31 } as const
/** Of a secret, the server says only that it differs. */
const HIDDEN = '…'

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (value === HIDDEN) return '(secret)'
  return cleanText(typeof value === 'string' && value !== '' ? value : JSON.stringify(value)).replaceAll('\n', '\\n')
}

type Change = ConfigPlan['changes'][number]

function renderField({ field, before, after }: Change['fields'][number], action: Change['action']): string {
  if (action === 'create') return `    ${field}: ${formatValue(after)}`
  const isSecret = before === HIDDEN && after === HIDDEN
  return isSecret ? `    ${field}: (secret changed)` : `    ${field}: ${formatValue(before)} → ${formatValue(after)}`
}

function renderChange({ action, kind, name, fields }: Change, color: boolean): string {
  const head = `${SIGNS[action]} ${kind.replaceAll('_', ' ')} "${cleanText(name).replaceAll('\n', ' ')}"`
  const painted = color ? `\u001b[${COLORS[action]}m${head}\u001b[0m` : head
  return [painted, ...fields.map((field) => renderField(field, action))].join('\n')
}

export const countChanges = ({ create_count, update_count, delete_count }: ConfigPlan): number =>
  create_count + update_count + delete_count

/** What differs, a record each, and how many. */
export function renderPlan(plan: ConfigPlan, color: boolean): string {
  const { changes, is_applied, create_count, update_count, delete_count } = plan
  if (countChanges(plan) === 0) return 'No changes. The team is as the file describes it.'
  const summary = is_applied
    ? `Applied: ${create_count} created, ${update_count} changed, ${delete_count} deleted.`
    : `Plan: ${create_count} to create, ${update_count} to change, ${delete_count} to delete.`
  return [...changes.map((change) => renderChange(change, color)), '', summary].join('\n')
}
