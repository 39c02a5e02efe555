import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { buttonClass, Empty, ErrorBox, Loaded, toast } from '../../ui/index.ts'
import { assignmentsQuery, providersQuery } from './queries.ts'

/** Every provider with a switch: on means that it is told of this monitor. */
export function Assignments({ monitor_id }: { monitor_id: number }) {
  const client = useQueryClient()
  const [error, setError] = useState<unknown>()
  const [changing, setChanging] = useState<number>()
  const providers = useQuery(providersQuery)
  const assignments = useQuery(assignmentsQuery(monitor_id))
  const isOn = (provider_id: number): boolean =>
    assignments.data?.data.some((each) => each.provider_id === provider_id && each.enabled) ?? false

  async function turn(provider_id: number, enabled: boolean): Promise<void> {
    setChanging(provider_id)
    setError(undefined)
    try {
      await api.monitors.assign(monitor_id, { provider_id, enabled })
      await Promise.all(['monitors', 'overview'].map((key) => client.invalidateQueries({ queryKey: [key] })))
      toast(enabled ? 'Alerts enabled' : 'Alerts disabled')
    } catch (caught) {
      setError(caught)
    } finally {
      setChanging(undefined)
    }
  }

  return (
    <Loaded query={providers} rows={2}>
      {(data) =>
        data.length === 0 ? (
          <Empty title="No provider is assigned yet.">
            <Link to="/notifications" className={buttonClass('primary')}>
              Add a provider
            </Link>
          </Empty>
        ) : (
          <>
            {error !== undefined && <ErrorBox error={error} />}
            <ul className="border-t border-line">
              {data.map((provider) => (
                <li key={provider.id} className="border-b border-line">
                  <label className="flex min-h-11 cursor-pointer items-center gap-3 py-2">
                    <input
                      type="checkbox"
                      className="size-4 accent-accent"
                      checked={isOn(provider.id)}
                      disabled={assignments.data === undefined}
                      aria-disabled={changing === provider.id || undefined}
                      onChange={(event) =>
                        changing !== provider.id && void turn(provider.id, event.currentTarget.checked)
                      }
                    />
                    <span className="min-w-0 wrap-anywhere">{provider.name}</span>
                    <span className="text-sm text-soft">{provider.provider_type}</span>
                  </label>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  )
}
