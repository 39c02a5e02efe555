import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Monitor } from '@sitewatch/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Section } from '../../ui/index.ts'
import { MonitorStatus } from '../../parts/monitors/monitor-status.tsx'
import { monitorListQuery, monitorQuery } from '../../data/monitors/queries.ts'

const MAX_SHOWN = 10

/** The monitors that this one depends on, and those that depend on it. Renders nothing if there are none. */
export function Dependencies({ monitor }: { monitor: Monitor }) {
  const { t } = useLingui()
  const parents = useQueries({ queries: monitor.depends_on.map((id) => monitorQuery(id)) })
  const dependents = useQuery(monitorListQuery({ depends_on: monitor.id, sort: 'status', pageSize: MAX_SHOWN }))
  const children = dependents.data?.data ?? []
  const total = dependents.data?.meta.total ?? 0
  if (monitor.depends_on.length === 0 && total === 0) return null
  return (
    <Section title={t`Dependencies`}>
      <div className="grid gap-6 sm:grid-cols-2">
        {monitor.depends_on.length > 0 && (
          <MonitorNames
            title={t`Depends on`}
            note={<Trans>While one of these is down, nobody is alerted about this monitor.</Trans>}
            monitors={parents.flatMap(({ data }) => data ?? [])}
          />
        )}
        {total > 0 && (
          <MonitorNames
            title={t`Dependent monitors`}
            note={
              <Plural
                value={total}
                one="# monitor depends on this one. No alerts are sent for it while this one is down."
                other="# monitors depend on this one. No alerts are sent for them while this one is down."
              />
            }
            monitors={children}
          >
            {total > children.length && (
              <Link to="/monitors" search={{ depends_on: monitor.id }} className="link">
                <Trans>Show all {total}</Trans>
              </Link>
            )}
          </MonitorNames>
        )}
      </div>
    </Section>
  )
}

interface MonitorNamesProps {
  title: string
  note: ReactNode
  monitors: readonly Monitor[]
  children?: ReactNode
}

function MonitorNames({ title, note, monitors, children }: MonitorNamesProps) {
  return (
    <div className="min-w-0">
      <h3 className="font-medium">{title}</h3>
      <p className="mb-2 text-sm text-soft">{note}</p>
      <ul className="grid gap-1">
        {monitors.map((monitor) => (
          <li key={monitor.id} className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <Link to="/monitors/$monitorId" params={{ monitorId: String(monitor.id) }} className="link wrap-anywhere">
              {monitor.friendly_name}
            </Link>
            <MonitorStatus monitor={monitor} />
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}
