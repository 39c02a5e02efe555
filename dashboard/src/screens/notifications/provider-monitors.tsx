import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, Empty, ErrorBox, Loaded, Pagination, SwitchRow } from '../../ui/index.ts'
import { useSwitches } from '../../ui/use-switches.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { assignableMonitorsQuery } from '../../data/notifications/queries.ts'

/** A page of monitors with a switch each, and a button that turns on all of them. */
export function ProviderMonitors({ provider_id }: { provider_id: number }) {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const monitors = useQuery(assignableMonitorsQuery(page))
  const assigned = monitors.data?.data.filter(({ provider_ids }) => provider_ids.includes(provider_id))
  const { shown, turn, error } = useSwitches(new Set(assigned?.map(({ id }) => id)), (id, enabled) =>
    api.monitors.assign(id, { provider_id, enabled }),
  )
  const refresh = () =>
    Promise.all(['monitors', 'overview'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  return (
    <Loaded query={monitors} rows={4}>
      {({ data, meta }) => {
        if (meta.total === 0) {
          return (
            <Empty title={t`No monitors yet.`}>
              <ForEditors>
                <Link to="/monitors/new" className="link">
                  {t`Add monitor`}
                </Link>
              </ForEditors>
            </Empty>
          )
        }
        const off = data.map(({ id }) => id).filter((id) => !shown.has(id))
        return (
          <>
            {error !== undefined && <ErrorBox error={error} />}
            <ul className="border-t border-line">
              {data.map(({ id, friendly_name }) => (
                <SwitchRow key={id} isOn={shown.has(id)} onTurn={(enabled) => turn([id], enabled, refresh)}>
                  <span className="min-w-0 wrap-anywhere">{friendly_name}</span>
                </SwitchRow>
              ))}
            </ul>
            {off.length > 0 && data.length > 1 && (
              <div className="mt-3">
                <Button onClick={() => turn(off, true, refresh)}>{t`Select all`}</Button>
              </div>
            )}
            <Pagination meta={meta} noun={t`monitors`} onPage={setPage} />
          </>
        )
      }}
    </Loaded>
  )
}
