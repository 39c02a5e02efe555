import type { QueryClient } from '@tanstack/react-query'
import { foundChoicesQuery } from '../../ui/choices.ts'
import { websiteChoices } from '../../data/websites/website-choices.ts'
import { parentChoices } from '../../data/monitors/monitor-choices.ts'
import { monitorQuery } from '../../data/monitors/queries.ts'
import { providersQuery } from '../../data/notifications/providers-query.ts'

/** Loads the choices of the monitor form and, when editing, the stored monitor. */
export const loadMonitorForm = (client: QueryClient, id?: number) =>
  Promise.all([
    client.prefetchQuery(foundChoicesQuery(websiteChoices)),
    client.prefetchQuery(foundChoicesQuery(parentChoices(id))),
    id === undefined ? client.prefetchQuery(providersQuery) : client.prefetchQuery(monitorQuery(id)),
  ])
