import { auditLogRoutes } from '@sitewatch/contract'
import { entryOf } from '../../http/auth.ts'
import { respond, serve, serveWithoutTransaction, type Served } from '../../http/serve.ts'
import type { Postgres, UserTx } from '../../platform/postgres/index.ts'
import { EXPORT_COLUMNS, EXPORT_TYPES, writeEntries } from './export.ts'
import { countEntries, listEntries } from './store.ts'

export function serveAuditLog({ postgres }: { postgres: Postgres }): Served[] {
  return [
    serve(auditLogRoutes.list, ({ tx, query }) => listEntries(tx, query)),
    serveWithoutTransaction(auditLogRoutes.export, async ({ actor, query: { format, ...filters } }) => {
      const asReader = <T>(fn: (tx: UserTx) => Promise<T>): Promise<T> =>
        postgres.asUser(entryOf(actor), fn, { readOnly: true })
      const summary = {
        object: 'audit_log_export' as const,
        entries: await asReader((tx) => countEntries(tx, filters)),
        columns: EXPORT_COLUMNS,
      }
      if (format === undefined) return summary
      return respond(summary, {
        headers: { 'content-disposition': `attachment; filename="audit-log.${format}"` },
        file: { type: EXPORT_TYPES[format], chunks: writeEntries(format, asReader, filters) },
      })
    }),
  ]
}
