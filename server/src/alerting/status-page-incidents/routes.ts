import { statusPageIncidentRoutes, statusPageTemplateRoutes, statusPageUpdateRoutes } from '@sitewatch/contract'
import type { Config } from '../../config.ts'
import { serve, type Served } from '../../http/serve.ts'
import type { UserTx } from '../../platform/postgres/index.ts'
import { deleteIncident, insertIncident, listIncidents, lockIncident, readIncident, updateIncident } from './store.ts'
import {
  deleteTemplate,
  insertTemplate,
  listTemplates,
  lockTemplate,
  readTemplate,
  updateTemplate,
} from './templates.ts'
import { deleteUpdate, insertUpdate, lockUpdate, readUpdate, updateUpdate } from './updates.ts'

const placeOf = ({ id, page_incident_id }: { id: number; page_incident_id: number }) => ({
  page_id: id,
  id: page_incident_id,
})

function serveTemplates(): Served[] {
  const current = lockTemplate
  return [
    serve(statusPageTemplateRoutes.list, ({ tx, query }) => listTemplates(tx, query)),
    serve(statusPageTemplateRoutes.create, ({ tx, body }) => insertTemplate(tx, body)),
    serve(statusPageTemplateRoutes.show, ({ tx, params }) => readTemplate(tx, params.id)),
    serve(statusPageTemplateRoutes.update, ({ tx, params, body }) => updateTemplate(tx, params.id, body), { current }),
    serve(statusPageTemplateRoutes.remove, ({ tx, params }) => deleteTemplate(tx, params.id), { current }),
  ]
}

function serveUpdates(base_url: string): Served[] {
  const current = (tx: UserTx, id: number) => lockUpdate(tx, base_url, id)
  return [
    serve(statusPageUpdateRoutes.create, ({ tx, params, body }) =>
      insertUpdate(tx, base_url, { place: placeOf(params), input: body }),
    ),
    serve(statusPageUpdateRoutes.show, ({ tx, params }) =>
      readUpdate(tx, base_url, { ...placeOf(params), update_id: params.update_id }),
    ),
    serve(
      statusPageUpdateRoutes.update,
      ({ tx, params, body }) =>
        updateUpdate(tx, base_url, { place: { ...placeOf(params), update_id: params.update_id }, changes: body }),
      { current },
    ),
    serve(
      statusPageUpdateRoutes.remove,
      ({ tx, params }) => deleteUpdate(tx, base_url, { ...placeOf(params), update_id: params.update_id }),
      { current },
    ),
  ]
}

export function serveStatusPageIncidents({ BASE_URL: base_url }: Pick<Config, 'BASE_URL'>): Served[] {
  const current = (tx: UserTx, id: number) => lockIncident(tx, base_url, id)
  return [
    serve(statusPageIncidentRoutes.list, ({ tx, params, query }) =>
      listIncidents(tx, base_url, { page_id: params.id, ...query }),
    ),
    serve(statusPageIncidentRoutes.create, ({ tx, params, body }) =>
      insertIncident(tx, base_url, { page_id: params.id, input: body }),
    ),
    serve(statusPageIncidentRoutes.show, ({ tx, params }) => readIncident(tx, base_url, placeOf(params))),
    serve(
      statusPageIncidentRoutes.update,
      ({ tx, params, body }) => updateIncident(tx, base_url, { place: placeOf(params), changes: body }),
      { current },
    ),
    serve(statusPageIncidentRoutes.remove, ({ tx, params }) => deleteIncident(tx, placeOf(params)), { current }),
    ...serveUpdates(base_url),
    ...serveTemplates(),
  ]
}
