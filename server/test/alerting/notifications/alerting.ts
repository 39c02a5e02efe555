import { deliverToProvider } from '../../../src/alerting/notifications/deliver.ts'
import { DeliveryRun } from '../../../src/alerting/notifications/delivery-run.ts'
import { createDeliveryMetrics } from '../../../src/alerting/notifications/index.ts'
import { startApp, type TestApp, type TestUser } from '../../support/app.ts'
import { insertIncident } from '../../support/incidents.ts'
import { type HttpSink, startHttpSink } from '../../support/sinks.ts'

/** A clock that only moves when a test sets it. */
export function makeClock(from = Date.now()) {
  const clock = { at: from, now: () => new Date(clock.at) }
  return clock
}

type TestClock = ReturnType<typeof makeClock>

export interface Alerting {
  app: TestApp
  sink: HttpSink
  /** A Slack provider with its own webhook path at the sink. */
  makeSlack(user: TestUser): Promise<{ id: number; path: string }>
  makeMonitor(user: TestUser, provider_id: number, friendly_name?: string): Promise<number>
  openIncident(monitor_id: number): Promise<number>
  closeIncident(id: number): Promise<void>
  /** The first line of each message that arrived at a path. */
  titles(path: string): string[]
  /** Runs the delivery job; returns the time of the next attempt. */
  deliver(provider_id: number, clock?: TestClock, run?: DeliveryRun): Promise<number | null>
}

/** Starts the app and a sink. Incidents are inserted without checks and announced at once, like the code that records checks. */
export async function startAlerting(
  settings: (sink: HttpSink) => Record<string, string> = () => ({}),
): Promise<Alerting> {
  const sink = await startHttpSink()
  const app = await startApp({
    SITEWATCH_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    SITEWATCH_PAGERDUTY_API: sink.url,
    ...settings(sink),
  })
  const { admin } = app.database
  const counting = createDeliveryMetrics(app.parts.metrics)
  return {
    app,
    sink,
    async makeSlack(user) {
      const path = `/services/T1/B1/${Math.random().toString(36).slice(2)}`
      const json = { provider_type: 'slack', webhook_url: sink.url + path }
      const { body } = await app.call('POST', '/api/providers', { key: user.key, json })
      return { id: body.data.id, path }
    },
    async makeMonitor(user, provider_id, friendly_name = 'Shop') {
      const json = { friendly_name, url: 'http://127.0.0.1:9/' }
      const { body } = await app.call('POST', '/api/monitors', { key: user.key, json })
      await app.call('POST', `/api/monitors/${body.data.id}/notifications`, { key: user.key, json: { provider_id } })
      return body.data.id
    },
    openIncident: (monitor_id) => insertIncident(app, monitor_id, { from: Date.now() - 20_000, announced: true }),
    async closeIncident(id) {
      await admin.query(`update incidents set resolved_at = now(), resolution = 'recovered' where id = $1`, [id])
      await admin.query(`select announce_incident($1, 'resolved')`, [id])
    },
    titles: (path) =>
      sink.sentTo(path).map(({ body }) => (JSON.parse(body) as { text: string }).text.split('\n')[0] ?? ''),
    deliver(provider_id, clock = makeClock(), run = new DeliveryRun(provider_id)) {
      const { config, postgres, vault } = app.parts
      return deliverToProvider({ config, postgres, vault, gateways: app.parts, clock, ...counting }, provider_id, run)
    },
  }
}
