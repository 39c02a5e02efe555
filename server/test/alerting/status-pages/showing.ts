import type { TestApp, TestUser } from '../../support/app.ts'

interface Watched {
  friendly_name?: string
  url?: string
  website_id?: number
  is_active?: boolean
  /** The status that the last check would have stored. */
  status?: 'up' | 'down'
  age_days?: number
}

export async function makeMonitor(app: TestApp, user: TestUser, watched: Watched = {}): Promise<number> {
  const { status, age_days, ...json } = watched
  const made = await app.call('POST', '/api/monitors', {
    key: user.key,
    json: { friendly_name: 'Shop', url: 'https://shop.example.com/', ...json },
  })
  if (made.status !== 201) throw new Error(made.text)
  const { id } = made.body.data as { id: number }
  const { admin } = app.database
  if (age_days !== undefined) {
    await admin.query('update monitors set created_at = now() - make_interval(days => $2) where id = $1', [
      id,
      age_days,
    ])
  }
  if (status !== undefined) {
    await admin.query(
      `update monitor_state set status = $2, unobserved_since = null, last_response_ms = 123.4,
         next_due_at = extract(epoch from now()) * 1000 + 3600000 where monitor_id = $1`,
      [id, status],
    )
  }
  return id
}

export async function makeIncident(
  app: TestApp,
  monitor_id: number,
  { from, to, kind = 'timeout' }: { from: string; to?: string; kind?: string },
): Promise<number> {
  const { rows } = await app.database.admin.query<{ id: string }>(
    `insert into incidents (team_id, monitor_id, cause_kind, cause_message, evidence, started_at, confirmed_at, resolved_at, resolution)
     select team_id, id, $2, 'It answered hunter2.', '{"status":500,"headers":{"x":"hunter2"},"body":"hunter2"}',
       now() - $3::interval, now() - $3::interval, now() - $4::interval, case when $4::text is not null then 'recovered' end
     from monitors where id = $1 returning id`,
    [monitor_id, kind, from, to ?? null],
  )
  return Number(rows[0]?.id)
}

/** Marks the domain as verified without a DNS record. */
export async function proveDomain(app: TestApp, page_id: number): Promise<void> {
  await app.database.admin.query('update status_pages set domain_verified_at = now() where id = $1', [page_id])
}

export async function makePage(app: TestApp, user: TestUser, json: object = {}): Promise<{ id: number; slug: string }> {
  const made = await app.call('POST', '/api/status-pages', { key: user.key, json: { name: 'Acme status', ...json } })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.data as { id: number; slug: string }
}
