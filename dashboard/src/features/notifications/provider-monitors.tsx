import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button, Empty, ErrorBox, Loaded, Pagination, SwitchRow, toast } from '../../ui/index.ts'

/** A page of monitors, and of each whether the provider is told of it. */
function useToldMonitors(provider_id: number, page: number) {
  return useQuery({
    queryKey: ['monitors', 'told', provider_id, page],
    queryFn: async ({ signal }) => {
      const { data, meta } = await api.monitors.list({ page, pageSize: 25 }, { signal })
      const assigned = await Promise.all(
        data.map(({ id }) => api.monitors.notifications(id, { pageSize: 100 }, { signal })),
      )
      const isOn = (index: number): boolean =>
        assigned[index]?.data.some((each) => each.provider_id === provider_id && each.enabled) ?? false
      return { meta, rows: data.map(({ id, friendly_name }, index) => ({ id, friendly_name, isOn: isOn(index) })) }
    },
    placeholderData: (previous) => previous,
  })
}

const listOff = (rows: readonly { id: number; isOn: boolean }[]): number[] =>
  rows.filter(({ isOn }) => !isOn).map(({ id }) => id)

/** A page of monitors, each with a switch; and one press for all of the page. */
export function ProviderMonitors({ provider_id }: { provider_id: number }) {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const monitors = useToldMonitors(provider_id, page)
  async function turn(ids: readonly number[], enabled: boolean): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      for (const id of ids) await api.monitors.assign(id, { provider_id, enabled })
      toast(ids.length === 1 ? 'Saved' : `Saved for ${ids.length} monitors`)
    } catch (caught) {
      setError(caught)
    } finally {
      await client.invalidateQueries({ queryKey: ['monitors'] })
      setBusy(false)
    }
  }
  return (
    <Loaded query={monitors} rows={4}>
      {({ rows, meta }) =>
        rows.length === 0 ? (
          <Empty title="No monitors yet.">
            <Link to="/monitors/new" className="link">
              Add monitor
            </Link>
          </Empty>
        ) : (
          <>
            {error !== undefined && <ErrorBox error={error} />}
            <ul className="border-t border-line">
              {rows.map(({ id, friendly_name, isOn }) => (
                <SwitchRow key={id} isOn={isOn} isBusy={busy} onTurn={(enabled) => void turn([id], enabled)}>
                  <span className="min-w-0 wrap-anywhere">{friendly_name}</span>
                </SwitchRow>
              ))}
            </ul>
            {rows.some(({ isOn }) => !isOn) && rows.length > 1 && (
              <div className="mt-3">
                <Button busy={busy} onClick={() => void turn(listOff(rows), true)}>
                  Select all
                </Button>
              </div>
            )}
            <Pagination meta={meta} noun="monitors" onPage={setPage} />
          </>
        )
      }
    </Loaded>
  )
}
