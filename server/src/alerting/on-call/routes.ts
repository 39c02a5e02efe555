import { type AuditAction, type OnCallSchedule, onCallRoutes } from '@sitewatch/contract'
import { respond, serve, type Served } from '../../http/serve.ts'
import type { Clock } from '../../platform/clock.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import {
  createCalendar,
  deleteSchedule,
  insertSchedule,
  listSchedules,
  lockSchedule,
  type OnCallParts,
  readOnCall,
  readSchedule,
  revokeCalendar,
  updateSchedule,
} from './store.ts'

/** The audit entry has no URL, which is a secret. */
const audit = (action: AuditAction, record: OnCallSchedule) =>
  respond(record, { audited: [{ action, fields: [], before: record, after: record }] })

export function serveOnCall(parts: OnCallParts & { clock: Clock }): Served[] {
  const current = (tx: UserTx, id: number) => lockSchedule(tx, parts, id)
  return [
    serve(onCallRoutes.list, ({ tx, query }) => listSchedules(tx, parts, query)),
    serve(onCallRoutes.create, ({ tx, body }) => insertSchedule(tx, parts, body)),
    serve(onCallRoutes.show, ({ tx, params }) => readSchedule(tx, parts, params.id)),
    serve(onCallRoutes.update, ({ tx, params, body }) => updateSchedule(tx, parts, { id: params.id, changes: body }), {
      current,
    }),
    serve(onCallRoutes.remove, ({ tx, params }) => deleteSchedule(tx, params.id), { current }),
    serve(onCallRoutes.onCall, ({ tx, params, query }) =>
      readOnCall(tx, params.id, { at: (query.at ?? parts.clock.now()).getTime(), days: query.days }),
    ),
    serve(
      onCallRoutes.createCalendar,
      async ({ tx, params }) => audit('on_call_schedule.calendar_created', await createCalendar(tx, parts, params.id)),
      { current },
    ),
    serve(
      onCallRoutes.revokeCalendar,
      async ({ tx, params }) => audit('on_call_schedule.calendar_revoked', await revokeCalendar(tx, parts, params.id)),
      { current },
    ),
  ]
}
