import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../platform/api.ts'
import { buttonClass, Empty, ErrorBox, Loaded, SwitchRow } from '../../ui/index.ts'
import { findProviderType } from '../../data/notifications/find-provider-type.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'
import { assignmentsQuery } from '../../data/monitors/queries.ts'
import { providersQuery } from '../../data/notifications/providers-query.ts'
import { useSwitches } from '../../ui/use-switches.ts'

/** Every provider with a switch: on means that it is alerted when this monitor goes down. */
export function Assignments({ monitor_id }: { monitor_id: number }) {
  const client = useQueryClient()
  const providers = useQuery(providersQuery)
  const assignments = useQuery(assignmentsQuery(monitor_id))
  const assigned = assignments.data?.data.filter(({ enabled }) => enabled).map(({ provider_id }) => provider_id)
  const byRule = new Set(
    assignments.data?.data.filter(({ source }) => source === 'rule').map(({ provider_id }) => provider_id),
  )
  const { shown, turn, error } = useSwitches(new Set(assigned), (provider_id, enabled) =>
    api.monitors.assign(monitor_id, { provider_id, enabled }),
  )
  const refresh = () =>
    Promise.all(['monitors', 'overview'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  return (
    <Loaded query={providers} rows={2}>
      {(data) =>
        data.length === 0 ? (
          <Empty title={<Trans>No provider is assigned yet.</Trans>}>
            <ForEditors>
              <Link to="/notifications" className={buttonClass('primary')}>
                <Trans>Add a provider</Trans>
              </Link>
            </ForEditors>
          </Empty>
        ) : (
          <>
            {error !== undefined && <ErrorBox error={error} />}
            <ul className="border-t border-line">
              {data.map((provider) => (
                <SwitchRow
                  key={provider.id}
                  isOn={shown.has(provider.id)}
                  disabled={assignments.data === undefined}
                  onTurn={(enabled) => turn([provider.id], enabled, refresh)}
                >
                  <span className="min-w-0 wrap-anywhere">{provider.name}</span>
                  <span className="text-sm text-soft">
                    {i18n._(findProviderType(provider.provider_type).label)}
                    {byRule.has(provider.id) && (
                      <>
                        {' · '}
                        <Trans>by a rule</Trans>
                      </>
                    )}
                  </span>
                </SwitchRow>
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  )
}
