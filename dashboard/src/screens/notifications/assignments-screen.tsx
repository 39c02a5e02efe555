import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AssignmentRule, MonitorAssignments, Provider } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { api } from '../../platform/api.ts'
import { buttonClass, Empty, ErrorBox, Loaded, PageHeader, Pagination, SearchField } from '../../ui/index.ts'
import { AlertsSelect } from '../../parts/monitors/alerts-select.tsx'
import { providersQuery } from '../../data/notifications/providers-query.ts'
import { useSwitches } from '../../ui/use-switches.ts'
import { TagSelect } from '../../parts/tags/tag-select.tsx'
import { ChangedByEditors, ForEditors } from '../../parts/teams/for-editors.tsx'
import { type AssignmentCell, readCellKey, toRows } from './assignment-cells.ts'
import { AssignmentList } from './assignment-list.tsx'
import { AssignmentMatrix } from './assignment-matrix.tsx'
import { rulesQuery, shownMatrixQuery } from '../../data/notifications/assignment-queries.ts'
import { AssignmentRules } from './assignment-rules.tsx'

export { loadAssignments } from '../../data/notifications/assignment-queries.ts'

const route = getRouteApi('/app/notifications/assignments')
type Search = ReturnType<typeof route.useSearch>

const NARROW = '(max-width: 767px)'

function subscribeToWidth(onChange: () => void): () => void {
  const media = matchMedia(NARROW)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

const useIsNarrow = (): boolean => useSyncExternalStore(subscribeToWidth, () => matchMedia(NARROW).matches)

export function AssignmentsScreen() {
  const search = route.useSearch()
  const { page: _page, ...filters } = search
  const navigate = route.useNavigate()
  const { t } = useLingui()
  const monitors = useQuery(shownMatrixQuery(search))
  const providers = useQuery(providersQuery)
  const rules = useQuery(rulesQuery)
  return (
    <>
      <PageHeader
        title={t`Who is alerted`}
        actions={
          <Link to="/notifications" className={buttonClass()}>
            <Trans>Providers</Trans>
          </Link>
        }
      >
        <Trans>Which providers each monitor alerts, and the rules that assign them.</Trans>
      </PageHeader>
      <Filters />
      <Loaded query={providers} rows={4}>
        {(loaded) => (
          <Loaded query={monitors} rows={6} label={t`Loading monitors`}>
            {({ data, meta }) =>
              meta.total === 0 || loaded.length === 0 ? (
                <NoAssignments hasProviders={loaded.length > 0} isFiltered={Object.values(filters).some(Boolean)} />
              ) : (
                <>
                  <p role="status" className="sr-only">
                    <Plural value={meta.total} one="# monitor" other="# monitors" />
                  </p>
                  <ChangedByEditors>
                    <Assignments monitors={data} providers={loaded} rules={rules.data ?? []} />
                  </ChangedByEditors>
                  <Pagination
                    meta={meta}
                    noun={t`monitors`}
                    onPage={(next) => void navigate({ to: '.', search: (old) => ({ ...old, page: next }) })}
                  />
                </>
              )
            }
          </Loaded>
        )}
      </Loaded>
      <AssignmentRules providers={providers.data ?? []} />
    </>
  )
}

/** Each choice takes effect at once and is part of the URL. */
function Filters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { t } = useLingui()
  const change = (changed: Search, replace = false): void =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...changed, page: undefined }), resetScroll: false, replace })
  return (
    <div
      role="search"
      aria-label={t`Monitors`}
      className="mb-6 flex flex-wrap items-end gap-3 max-sm:*:first:w-full max-sm:*:not-first:flex-1 sm:*:first:w-72"
    >
      <SearchField
        label={t`Name or URL`}
        value={search.search ?? ''}
        onSearch={(text) => change({ search: text === '' ? undefined : text }, true)}
      />
      <TagSelect of="monitor_count" value={search.tag} onChoose={(tag) => change({ tag })} />
      <AlertsSelect value={search.alerts_nobody} onChoose={(alerts_nobody) => change({ alerts_nobody })} />
    </div>
  )
}

interface AssignmentsProps {
  monitors: readonly MonitorAssignments[]
  providers: readonly Provider[]
  rules: readonly AssignmentRule[]
}

function Assignments({ monitors, providers, rules }: AssignmentsProps) {
  const client = useQueryClient()
  const isNarrow = useIsNarrow()
  const rows = toRows(monitors, providers, rules)
  const on = rows.flatMap(({ cells }) => cells.filter(({ isOn }) => isOn).map(({ key }) => key))
  const { shown, turn, error } = useSwitches(new Set(on), (key, enabled) => {
    const { monitor_id, provider_id } = readCellKey(key)
    return api.monitors.assign(monitor_id, { provider_id, enabled })
  })
  const refresh = () =>
    Promise.all(['monitors', 'overview'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  const common = {
    rows,
    isOn: ({ key }: AssignmentCell) => shown.has(key),
    onTurn: ({ key }: AssignmentCell, isOn: boolean) => turn([key], isOn, refresh),
  }
  return (
    <>
      {error !== undefined && <ErrorBox error={error} />}
      {isNarrow ? (
        <AssignmentList {...common} />
      ) : (
        <>
          <AssignmentMatrix {...common} providers={providers} />
          <p className="mt-2 text-sm text-soft">
            <Trans>R: by a rule. –: disabled. ×: removed, and no rule assigns it again.</Trans>
          </p>
        </>
      )}
    </>
  )
}

function NoAssignments({ hasProviders, isFiltered }: { hasProviders: boolean; isFiltered: boolean }) {
  if (!hasProviders) {
    return (
      <Empty title={<Trans>No providers yet.</Trans>}>
        <p className="text-soft">
          <Trans>A provider is where alerts are sent, such as an e-mail address or a chat.</Trans>
        </p>
        <ForEditors>
          <Link to="/notifications" className={buttonClass('primary')}>
            <Trans>Add a provider</Trans>
          </Link>
        </ForEditors>
      </Empty>
    )
  }
  return isFiltered ? (
    <Empty title={<Trans>No monitors match these filters.</Trans>}>
      <Link to="/notifications/assignments" className="link">
        <Trans>Show all monitors</Trans>
      </Link>
    </Empty>
  ) : (
    <Empty title={<Trans>No monitors yet.</Trans>}>
      <ForEditors>
        <Link to="/monitors/new" className={buttonClass('primary')}>
          <Trans>Add monitor</Trans>
        </Link>
      </ForEditors>
    </Empty>
  )
}
