import { PROVIDER_TYPES } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { buttonClass, Empty, ErrorBox, Loaded, SwitchRow, toast } from '../../ui/index.ts'
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
                <SwitchRow
                  key={provider.id}
                  isOn={isOn(provider.id)}
                  isBusy={changing === provider.id}
                  disabled={assignments.data === undefined}
                  onTurn={(enabled) => void turn(provider.id, enabled)}
                >
                  <span className="min-w-0 wrap-anywhere">{provider.name}</span>
                  <span className="text-sm text-soft">{PROVIDER_TYPES[provider.provider_type].label}</span>
                </SwitchRow>
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  )
}
