import { expect, it } from 'vitest'
import { startApp } from '../../support/app.ts'
import { runGuide } from '../../support/guide.ts'

const app = await startApp({ BASE_URL: 'http://watch.example.com' })

it('every command of the escalation guide works as it stands and prints what it says', async () => {
  const { examples } = await runGuide(app, 'escalation', {
    scopes: ['providers:read', 'providers:write', 'monitors:read', 'monitors:write'],
    volatile: ['id', 'policy_id', 'provider_ids', 'created_at', 'updated_at'],
    async prepare({ key }) {
      const json = { provider_type: 'email', recipient_email: 'alert@example.com' }
      const { body } = await app.call('POST', '/api/providers', { key, json })
      return { PROVIDER: String(body.data.id) }
    },
  })
  expect(examples).toBe(2)
})

it('every command of the on-call guide works as it stands and prints what it says', async () => {
  const { examples } = await runGuide(app, 'on-call', {
    scopes: ['providers:read', 'providers:write'],
    volatile: [],
    async prepare({ key }) {
      const json = { provider_type: 'email', recipient_email: 'alert@example.com' }
      const { body } = await app.call('POST', '/api/providers', { key, json })
      return { PROVIDER: String(body.data.id) }
    },
  })
  expect(examples).toBe(4)
})
