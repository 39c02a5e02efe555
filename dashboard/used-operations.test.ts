import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findOperations, keepOperations } from './used-operations.ts'

const client = readFileSync(new URL('../sdk/src/client.gen.ts', import.meta.url), 'utf8')

it('findOperations finds calls, also over several lines', () => {
  expect(
    findOperations("await api.goals.list(1)\nconst made = api\n  .goals\n  .create(1, {})\nfetch('/api/goals')"),
  ).toEqual(['goals.list', 'goals.create'])
})

it('keepOperations keeps the operations that are called, and nothing of the others', () => {
  const kept = keepOperations(client, new Set(['goals.list', 'websites.show']))
  expect(kept.match(/ call\(\{/g)).toHaveLength(2)
  expect(kept).toContain('path: `/api/v1/websites/${encodeURIComponent(id)}/goals`, query: query, list: true }')
  expect(kept).toContain('export type Client = ReturnType<typeof bindOperations>')
})

it('keepOperations throws for an operation that the client does not have', () => {
  expect(() => keepOperations(client, new Set(['goals.polish']))).toThrow('the client has no goals.polish')
})
