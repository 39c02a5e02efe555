import type { TestApp } from '../support/app.ts'
import { addMember, makeTeam } from '../support/teams.ts'

/** A monitor that an editor changed, in a team that also added a website. */
export async function makeChangedMonitor(app: TestApp) {
  const owner = await makeTeam(app)
  const editor = await addMember(app, owner.team_id, 'editor')
  const json = { friendly_name: 'Shop', url: 'https://example.com/', is_active: false }
  const { body } = await app.call('POST', '/api/monitors', { key: owner.key, json })
  const id = body.data.id as number
  const { cookie, headers } = editor
  await app.call('PUT', `/api/monitors/${id}`, {
    cookie,
    headers,
    json: { interval: 300, request_headers: { a: 'b' } },
  })
  await app.call('POST', '/api/v1/websites', { key: owner.key, json: { domain: 'shop.example.com' } })
  return { owner, editor, id }
}
