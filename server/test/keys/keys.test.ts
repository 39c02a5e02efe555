import { SCOPES } from '@sitewatch/contract'
import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.ts'

const app = await startApp()

describe('POST /api/keys', () => {
  it('answers 201 with the record, the key once, and Location', async () => {
    const user = await app.makeUser()
    const made = await app.call('POST', '/api/keys', { key: user.key, json: { name: 'ci', scopes: ['monitors:read'] } })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      object: 'api_key',
      name: 'ci',
      scopes: ['monitors:read'],
      minted_by: user.key_id,
    })
    expect(Object.keys(made.body.data)).toEqual([
      'object',
      'id',
      'name',
      'scopes',
      'prefix',
      'key',
      'minted_by',
      'expires_at',
      'last_used_at',
      'created_at',
      'updated_at',
    ])
    expect(made.headers.get('location')).toBe(`${app.parts.config.BASE_URL}/api/keys/${made.body.data.id}`)
    const shown = await app.call('GET', `/api/keys/${made.body.data.id}`, { key: user.key })
    expect(shown.status).toBe(200)
    expect(shown.body.data.key).toBeUndefined()
    expect(SCOPES).toContain('monitors:read')
  })
})
