import { expect } from 'vitest'
import { fillDemo } from '../../src/demo/index.ts'
import type { TestApp, TestUser } from '../support/app.ts'
import type { Visit } from './visit.ts'

export interface ShopOwner extends TestUser {
  cookie: string
  shop: number
}

/** A month of the demo's shop, unless told, with an outage that cost visitors. */
export async function makeShopOwner(app: TestApp, days = 32): Promise<ShopOwner> {
  const user = await app.makeUser()
  await fillDemo(app.parts, { user_id: user.id, now_ms: Date.now(), target: 'https://example.com', days })
  await app.database.admin.query(
    `update monitor_state set unobserved_since = null, next_due_at = (extract(epoch from now()) * 1000)::bigint + 600000,
     status = 'up' where user_id = $1`,
    [user.id],
  )
  const { rows } = await app.database.admin.query(
    `select id from websites where user_id = $1 and domain = 'harbour-coffee.example'`,
    [user.id],
  )
  return { ...user, cookie: await app.makeSession(user.id), shop: Number((rows[0] as { id: string }).id) }
}

/** The machine that runs this may be busy; a second, which vitest gives, is for one that is not. */
export const SOON = { timeout: 20_000 }

/** Until everything that is fetched is there. */
export async function settleStatistics({ page }: Visit): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const underWay = page.getByRole('status', { name: /^(Loading|Counting|Writing)/ })
  await expect.poll(() => underWay.count(), { timeout: 60_000 }).toBe(0)
}

export const queryOf = (visit: Visit): Record<string, string> =>
  Object.fromEntries(new URL(visit.page.url()).searchParams)
