import { objectiveRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { type Actor, entryOf } from '../../http/auth.ts'
import { serve, type Served, serveWithoutTransaction } from '../../http/serve.ts'
import type { ClickHouse } from '../../platform/clickhouse/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Postgres, UserTx } from '../../platform/postgres/index.ts'
import { type ExperienceQuery, readExperience, readStored } from './experience.ts'
import type { ReadParts } from './read.ts'
import {
  deleteObjective,
  insertObjective,
  listObjectives,
  lockObjective,
  readHistory,
  showObjective,
  updateObjective,
} from './store.ts'

interface ObjectiveParts {
  config: Pick<Config, 'SITEWATCH_INCIDENT_RETENTION_DAYS'>
  postgres: Postgres
  clickhouse: Pick<ClickHouse, 'read'>
  clock: Clock
}

export function serveObjectives({ config, postgres, clickhouse, clock }: ObjectiveParts): Served[] {
  const now = (): ReadParts => ({
    now_ms: clock.now().getTime(),
    retention_days: config.SITEWATCH_INCIDENT_RETENTION_DAYS,
  })
  /** Without a transaction: no Postgres connection is held while ClickHouse answers. */
  const experience = async (actor: Actor, request: ExperienceQuery) => {
    const data = await postgres.asUser(entryOf(actor), (tx) => readStored(tx, request, now()), { readOnly: true })
    return readExperience(clickhouse, data, request)
  }
  const current = (tx: UserTx, id: number) => lockObjective(tx, id, now())
  return [
    serve(objectiveRoutes.list, ({ tx, query }) => listObjectives(tx, query, now())),
    serve(objectiveRoutes.create, ({ tx, body }) => insertObjective(tx, body, now())),
    serve(objectiveRoutes.show, ({ tx, params }) => showObjective(tx, params.id, now())),
    serve(
      objectiveRoutes.update,
      ({ tx, params, body }) => updateObjective(tx, { id: params.id, changes: body }, now()),
      {
        current,
      },
    ),
    serve(objectiveRoutes.remove, ({ tx, params }) => deleteObjective(tx, params.id), { current }),
    serve(objectiveRoutes.history, ({ tx, params }) => readHistory(tx, params.id, now())),
    serveWithoutTransaction(objectiveRoutes.ofMonitor, ({ actor, params, query }) =>
      experience(actor, { monitor_id: params.id, website_id: null, days: query.days }),
    ),
    serveWithoutTransaction(objectiveRoutes.ofWebsite, ({ actor, params, query }) =>
      experience(actor, { monitor_id: null, website_id: params.id, days: query.days }),
    ),
  ]
}
