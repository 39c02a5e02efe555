import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { releaseAlerts } from '../../../src/alerting/suppression/release.ts'
import { startProberRole } from '../../../src/roles/prober.ts'
import { startWorkerRole } from '../../../src/roles/worker.ts'
import { notifyAudiences } from '../../../src/roles/announce.ts'
import { startApp } from '../../support/app.ts'
import { makeCaller } from '../../support/callers.ts'
import { reportFigure } from '../../support/report.ts'
import { startHttpSink } from '../../support/sinks.ts'
import { sized } from '../../support/size.ts'
import { until } from '../../support/until.ts'

const CHILDREN = sized(25, 500)
const LONGEST_MS = sized(120_000, 240_000)

const sink = await startHttpSink()
const app = await startApp({
  SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  SITEWATCH_ANCHORS: 'none',
  SITEWATCH_MIN_INTERVAL_SECONDS: '1',
})
const failing = new Set<string>()
const server = createServer(({ url = '' }, response) => response.writeHead(failing.has(url) ? 503 : 200).end())
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const roles = [await startWorkerRole(app.parts), await startProberRole(app.parts)]
afterAll(async () => {
  for (const role of roles) await role.stop()
  server.close()
})

const PATH = '/services/T0/B0/suppression'
const sentTexts = (): string[] => sink.sentTo(PATH).map(({ body }) => JSON.stringify(JSON.parse(body)))
const titles = (): string[] =>
  sink.sentTo(PATH).map(({ body }) => (JSON.parse(body) as { text: string }).text.split(/[,\n]/)[0] ?? '')

it(
  `a router with ${CHILDREN} monitors behind it goes down: one message, and one more for the child that stays down`,
  async () => {
    const caller = await makeCaller(app)
    const provider = await caller.make('/api/providers', {
      provider_type: 'slack',
      webhook_url: sink.url + PATH,
      is_default: true,
    })
    const make = (name: string, interval: number, depends_on: number[] = []) =>
      caller.make('/api/monitors', {
        friendly_name: name,
        url: `${base}/${name}`,
        interval,
        depends_on,
        provider_ids: [provider],
      })
    // Checked less often than its children, so that they fail first.
    const router = await make('router', 2)
    const rack = await make('switch', 1, [router])
    const names = Array.from({ length: CHILDREN - 1 }, (_, n) => `child-${n}`)
    for (const [n, name] of names.entries()) await make(name, sized(1, 5), [n % 2 === 0 ? rack : router])
    const { admin } = app.database
    const count = async (where: string): Promise<number> =>
      (await admin.query<{ n: number }>(`select count(*)::int as n from ${where}`, [caller.user.id])).rows[0]?.n ?? -1
    const untilCount = (what: string, where: string, n: number) =>
      until(
        async () => (await count(where)) === n,
        what,
        () => count(where),
      )

    await untilCount('all up', `monitor_state where team_id = $1 and status = 'up'`, CHILDREN + 1)
    for (const name of ['router', 'switch', ...names]) failing.add(`/${name}`)
    await untilCount('all down', 'incidents where team_id = $1 and resolved_at is null', CHILDREN + 1)
    await untilCount('all suppressed', 'incidents where team_id = $1 and suppressed_by_id is not null', CHILDREN)
    await until(() => titles().length > 0, 'told')
    expect(titles()).toEqual(['Down: router'])
    expect(sentTexts()[0]).toContain(`${CHILDREN} monitors. No alerts are sent for them while this one is down.`)

    failing.clear()
    failing.add('/child-0')
    await untilCount('the others up', 'incidents where team_id = $1 and resolved_at is null', 1)
    await until(() => titles().length > 1, 'told of the recovery', titles)
    // Like the job that runs every minute, three minutes later; twice at once, like two workers.
    const later = Date.now() + 180_000
    const release = () => releaseAlerts({ postgres: app.parts.postgres, announce: notifyAudiences }, later)
    const isReleased = async () => {
      await Promise.all([release(), release()])
      return titles().length > 2
    }
    await until(isReleased, 'released', titles)
    failing.clear()
    await until(() => titles().length > 3, 'all over', titles)
    expect(titles()).toEqual(['Down: router', 'Resolved: router', 'Down: child-0', 'Resolved: child-0'])
    expect(sentTexts()[2]).toContain('No alert was sent while ')
    expect(await count('held_alerts where team_id = $1')).toBe(
      await count(
        'held_alerts h where team_id = $1 and exists (select from incidents i where i.id = h.incident_id and i.resolved_at is not null)',
      ),
    )

    const incidentOf = async (name: string) => {
      const { body } = await caller.call('GET', `/api/incidents?pageSize=100&search=${name}`)
      return body.data.find((each: { monitor_name: string }) => each.monitor_name === name)
    }
    expect(await incidentOf('child-0')).toMatchObject({
      suppressed_by_id: expect.any(Number),
      suppressed_until: expect.any(String),
    })
    expect(await incidentOf('child-1')).toMatchObject({ suppressed_by_name: 'router', suppressed_until: null })
    expect(await incidentOf('router')).toMatchObject({ suppressed_by_id: null, suppressed_by_name: null })
    reportFigure(`router and ${CHILDREN} monitors: ${titles().join('; ')}`)
  },
  4 * LONGEST_MS,
)
