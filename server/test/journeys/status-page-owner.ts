import type { TestApp } from '../support/app.ts'
import { makeOwner } from './owner.ts'

/** An owner with a monitor, which a status page shows as “Checkout”. */
export async function makeStatusPage(app: TestApp) {
  const owner = await makeOwner(app)
  const { make, user } = owner
  const monitor = { friendly_name: 'Shop', url: 'https://shop.example.com/', is_active: false }
  const monitor_id = await make('/api/monitors', monitor)
  const website_id = await make('/api/v1/websites', { domain: `s${user.id}.example.com` })
  const slug = `acme-${user.id}`
  const monitors = [{ monitor_id, label: 'Checkout' }]
  const id = await make('/api/status-pages', { name: 'Acme status', slug, monitors, website_ids: [website_id] })
  return { ...owner, monitor_id, id, slug }
}

/** A status page of three monitors, two of them in a group, with an accent colour. */
export async function makeGroupedPage(app: TestApp, json: object = {}) {
  const owner = await makeOwner(app)
  const make = (friendly_name: string): Promise<number> =>
    owner.make('/api/monitors', { friendly_name, url: 'https://example.com/', is_active: false })
  const monitors = [
    { monitor_id: await make('Shop') },
    { monitor_id: await make('API'), group: 'For developers' },
    { monitor_id: await make('Webhooks'), group: 'For developers' },
  ]
  const page = { name: 'Acme status', slug: `grouped-${owner.user.id}`, accent_color: '#ffd400', monitors, ...json }
  return { ...owner, slug: page.slug, id: await owner.make('/api/status-pages', page) }
}
