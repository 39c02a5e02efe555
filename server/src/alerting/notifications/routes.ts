import { assignmentRoutes, providerRoutes } from '@sitewatch/contract'
import { respond, serve, serveWithoutTransaction, type Served } from '../../http/serve.ts'
import { deleteAssignment, findAssigned, listAssignments, saveAssignment } from './assignments.ts'
import { type NotificationParts, sendTest, sendTestOfNew } from './send-test.ts'
import { deleteProvider, insertProvider, listProviders, lockProvider, readProvider, updateProvider } from './store.ts'

export function serveNotifications(parts: NotificationParts): Served[] {
  const current = lockProvider
  return [
    serve(providerRoutes.list, ({ tx, query }) => listProviders(tx, query.page, query.pageSize)),
    serve(providerRoutes.create, ({ tx, body }) => insertProvider(tx, parts, body)),
    serveWithoutTransaction(providerRoutes.pushKey, async () => ({
      object: 'push_key' as const,
      public_key: (await parts.gateways.push_keys.read()).public_key,
    })),
    serve(providerRoutes.show, ({ tx, params }) => readProvider(tx, params.id)),
    serve(
      providerRoutes.update,
      ({ tx, params, body }) => updateProvider(tx, parts, { id: params.id, changes: body }),
      { current },
    ),
    serve(providerRoutes.remove, ({ tx, params }) => deleteProvider(tx, params.id), { current }),
    serve(providerRoutes.try, async ({ asUser, body }) => ({
      object: 'provider_test' as const,
      provider_id: null,
      success: true as const,
      message: await sendTestOfNew(parts, asUser, body),
    })),
    serve(
      providerRoutes.test,
      async ({ asUser, params }) => ({
        object: 'provider_test' as const,
        provider_id: params.id,
        success: true as const,
        message: await sendTest(parts, asUser, params.id),
      }),
      { current },
    ),
    serve(assignmentRoutes.list, ({ tx, params, query }) =>
      listAssignments(tx, { monitor_id: params.id, page: query.page, page_size: query.pageSize }),
    ),
    serve(
      assignmentRoutes.create,
      async ({ tx, params, body }) => {
        const { provider_id, enabled } = body
        const { record, isNew } = await saveAssignment(tx, { monitor_id: params.id, provider_id, enabled })
        return isNew
          ? respond(record, { status: 201, location: `/api/monitors/${params.id}/notifications` })
          : respond(record, { status: 200 })
      },
      { current: findAssigned },
    ),
    serve(assignmentRoutes.remove, ({ tx, params, body }) => deleteAssignment(tx, params.id, body.provider_id), {
      current: findAssigned,
    }),
  ]
}
