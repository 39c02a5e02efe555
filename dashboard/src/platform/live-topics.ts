/**
 * The queries that a change makes stale, by the first part of their key. Visit statistics have no topic: they are refreshed by their
 * own `refetchInterval`.
 */
const KEYS_OF_TOPIC: Readonly<Record<string, readonly string[]>> = {
  website: ['websites', 'overview', 'stats', 'status-pages', 'tags'],
  monitor: ['monitors', 'websites', 'overview', 'status-pages', 'tags'],
  incident: ['incidents', 'monitors', 'overview', 'stats', 'status-pages'],
  provider: ['providers', 'monitors', 'overview'],
  assignment: ['providers', 'monitors', 'overview'],
  assignment_rule: ['assignment-rules', 'monitors'],
  delivery: ['deliveries', 'incidents', 'providers', 'overview'],
  maintenance_window: ['maintenance', 'monitors'],
  goal: ['goals', 'stats'],
  objective: ['objective', 'overview'],
  status_page: ['status-pages'],
  escalation_policy: ['escalation_policy', 'monitors', 'overview'],
}

/** A topic that is unknown to this version is used as the key. */
export const keysOfTopic = (topic: string): readonly string[] => KEYS_OF_TOPIC[topic] ?? [topic]

export function readChange(data: string): { topic: string; id: number } | undefined {
  const change = JSON.parse(data) as { topic?: unknown; id?: unknown }
  return typeof change.topic === 'string' && typeof change.id === 'number'
    ? { topic: change.topic, id: change.id }
    : undefined
}
