import { expect, it } from 'vitest'
import { startJourney } from './journey.ts'

const journey = await startJourney()
const { app } = journey

const FIGURES = { window_seconds: 300, visits: 41, expected: 38, low: 24, high: 54, at: '2026-11-15T02:41:30.000Z' }

it('the timeline of an incident explains how the traffic of the website affected it, with the figures', async () => {
  const user = await app.makeUser()
  const cookie = await app.makeSession(user.id)
  const json = { friendly_name: 'Shop', url: 'https://shop.example.com/', is_active: false }
  const monitor = (await app.call('POST', '/api/monitors', { key: user.key, json })).body.data.id as number
  const { rows } = await app.database.admin.query(
    `insert into incidents (team_id, monitor_id, cause_kind, cause_message, started_at, confirmed_at, resolved_at, resolution, second_opinion)
     select $1, $2, 'connect', 'Connection refused.', s, s + interval '30 seconds', s + interval '1 hour', 'recovered', o
     from (values ('2026-11-15T02:41:10Z'::timestamptz, $3::jsonb), ('2026-11-14T02:41:10Z', $4), ('2026-11-13T02:41:10Z', null)) v (s, o)
     returning id::float8`,
    [
      user.id,
      monitor,
      { decision: 'held', ...FIGURES },
      { decision: 'confirmed_sooner', ...FIGURES, window_seconds: 60, visits: 1, at: '2026-11-14T02:41:20.000Z' },
    ],
  )
  const [held, sooner, plain] = (rows as { id: number }[]).map(({ id }) => id)
  const { page } = await journey.open({ at: `/incidents/${held}`, cookie })
  const read = async (id: number | undefined, opened: string): Promise<string> => {
    await page.goto(new URL(`/incidents/${id}`, page.url()).href)
    await page.getByText(opened).waitFor()
    return page.getByRole('list').filter({ hasText: opened }).innerText()
  }
  const text = await read(held, 'Three more checks failed. The incident was opened.')
  expect(text.replaceAll(/\s/g, ' ')).toContain(
    'Held for one more check: 41 visits in 5 min, 38 expected (24–54). Visitors kept coming as usual.',
  )
  expect(text.indexOf('The first check failed.')).toBeLessThan(text.indexOf('Held for'))
  expect(text.indexOf('Held for')).toBeLessThan(text.indexOf('Three more'))
  const soon = await read(sooner, 'One more check failed. The incident was opened.')
  expect(soon.replaceAll(/\s/g, ' ')).toContain(
    'Confirmed one check sooner: 1 visit in 1 min, 38 expected (24–54). Visits stopped as well',
  )
  expect(await read(plain, 'Two more checks failed. The incident was opened.')).not.toContain('visits in')
})
