import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Button, SearchField, Select } from '../../ui/index.ts'
import { TagSelect } from '../../parts/tags/tag-select.tsx'
import { AlertsSelect } from '../../parts/monitors/alerts-select.tsx'
import { MONITOR_STATUSES, STATUS_NAMES } from './monitor-statuses.ts'
import { MONITOR_TYPES } from '../../data/monitors/monitor-types.gen.ts'

const route = getRouteApi('/app/monitors')
type ListSearch = ReturnType<typeof route.useSearch>

/** Each choice takes effect at once and is part of the URL. */
export function MonitorFilters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { t } = useLingui()
  const change = (changed: ListSearch, replace = false): void =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...changed, page: undefined }), resetScroll: false, replace })
  const isChosen = (status: ListSearch['status']): boolean => status === search.status && !search.is_slow
  return (
    <div role="search" aria-label={t`Monitors`} className="mb-6 grid gap-3">
      <div className="flex flex-wrap items-end gap-3 max-sm:*:first:w-full max-sm:*:not-first:flex-1 sm:*:first:w-72">
        <SearchField
          label={t`Name or URL`}
          value={search.search ?? ''}
          onSearch={(text) => change({ search: text === '' ? undefined : text }, true)}
        />
        <Select
          name="type"
          label={t`Type`}
          value={search.type ?? ''}
          onChange={({ currentTarget: { value } }) => change({ type: value === '' ? undefined : value })}
          choices={[
            { value: '', label: t`Any` },
            ...MONITOR_TYPES.map(({ type, label }) => ({ value: type, label: i18n._(label) })),
          ]}
        />
        <TagSelect of="monitor_count" value={search.tag} onChoose={(tag) => change({ tag })} />
        <AlertsSelect value={search.alerts_nobody} onChoose={(alerts_nobody) => change({ alerts_nobody })} />
      </div>
      <div role="group" aria-label={t`Status`} className="flex flex-wrap gap-1">
        {([undefined, ...MONITOR_STATUSES] as const).map((status) => (
          <Button
            key={status ?? 'all'}
            kind={isChosen(status) ? 'plain' : 'quiet'}
            aria-pressed={isChosen(status)}
            onClick={() => change({ status, is_slow: undefined })}
            className="max-sm:px-2.5"
          >
            {status === undefined ? t`All` : t(STATUS_NAMES[status])}
          </Button>
        ))}
        <Button
          kind={search.is_slow ? 'plain' : 'quiet'}
          aria-pressed={search.is_slow === true}
          onClick={() => change({ status: undefined, is_slow: true })}
          className="max-sm:px-2.5"
        >{t`Slow`}</Button>
      </div>
    </div>
  )
}
