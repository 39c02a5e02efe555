import { t } from '@lingui/core/macro'
import type { AuditEntry } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { withTeam } from '../../platform/current-team.ts'
import { BASE_PATH } from '../../platform/page-facts.ts'
import { Button, buttonClass, type Column, Empty, Loaded, Pagination, Section, Table, Time } from '../../ui/index.ts'
import { ChangeList } from './change-list.tsx'
import { AuditFilters } from './filters.tsx'
import { ACTIONS, ACTOR_TYPES } from './names.ts'
import { type AuditSearch, toQuery } from './search.ts'
import { auditLogQuery } from '../../data/audit-log/queries.ts'

const route = getRouteApi('/app/settings/audit-log')

/** Links to the record if it has its own screen. */
function RecordName({ entry: { record_type, record_id, record_name } }: { entry: AuditEntry }): ReactNode {
  const id = String(record_id)
  if (record_id !== null && record_type === 'monitor')
    return (
      <Link to="/monitors/$monitorId" params={{ monitorId: id }} className="link">
        {record_name}
      </Link>
    )
  if (record_id !== null && record_type === 'website')
    return (
      <Link to="/websites/$websiteId" params={{ websiteId: id }} className="link">
        {record_name}
      </Link>
    )
  return record_name
}

const listColumns = (): readonly Column<AuditEntry>[] => [
  { head: t`Time`, cell: ({ created_at }) => <Time at={created_at} as="minute" /> },
  {
    head: t`Who`,
    cell: ({ actor_type, actor_name }) => {
      const kind = ACTOR_TYPES[actor_type]
      return (
        <div className="min-w-0 wrap-anywhere">
          {actor_name === '' && kind ? t(kind) : actor_name}
          {actor_name !== '' && kind && <div className="text-sm text-soft">{t(kind)}</div>}
        </div>
      )
    },
  },
  {
    head: t`Action`,
    cell: (entry) => (
      <div className="min-w-0 wrap-anywhere">
        {t(ACTIONS[entry.action])}
        <div className="text-sm text-soft">
          <RecordName entry={entry} />
        </div>
      </div>
    ),
  },
  { head: t`Changes`, cell: ({ changes }) => <ChangeList changes={changes} /> },
  { head: t`IP address`, cell: ({ ip_address }) => <span className="figures">{ip_address ?? '–'}</span> },
]

function Export({ search }: { search: AuditSearch }) {
  const { page: _, pageSize: __, ...filters } = toQuery(search)
  const texts = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const href = (format: string): string => {
    const params = new URLSearchParams([...texts, ['format', format]])
    return withTeam(`${BASE_PATH}/api/audit-log/export?${params.toString()}`)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <a href={href('csv')} download className={buttonClass()}>
        {t`Download CSV`}
      </a>
      <a href={href('ndjson')} download className={buttonClass()}>
        {t`Download NDJSON`}
      </a>
    </div>
  )
}

export function AuditLogScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const entries = useQuery(auditLogQuery(toQuery(search)))
  const name = entries.data?.data[0]?.record_name ?? ''
  const showAll = <Button onClick={() => void navigate({ to: '.', search: {} })}>{t`Show all`}</Button>
  return (
    <Section title={t`Audit log`} actions={<Export search={search} />}>
      <p className="mb-4 text-soft">{t`Who changed what in this team. Secrets are masked, and nobody can edit or delete entries.`}</p>
      <AuditFilters search={search} apply={(next) => navigate({ to: '.', search: next })} />
      <Loaded query={entries} label={t`Loading audit log`}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <Empty title={t`No entries match these filters.`}>{showAll}</Empty>
          ) : (
            <>
              {search.record_id !== undefined && (
                <p className="mb-4 flex flex-wrap items-center gap-3">
                  {t`Only entries about ${name}.`} {showAll}
                </p>
              )}
              <Table caption={t`Audit log`} columns={listColumns()} rows={data} rowKey={({ id }) => id} />
              <Pagination
                meta={meta}
                noun={t`entries`}
                onPage={(page) => void navigate({ to: '.', search: { ...search, page } })}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
