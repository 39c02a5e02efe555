import { plural, t } from '@lingui/core/macro'
import type { Objective } from '@sitewatch/sdk'
import { useQuery } from '@tanstack/react-query'
import { formatUptime } from '../../platform/format.ts'
import { FigureRow, Section } from '../../ui/index.ts'
import { experiencedQuery } from '../../data/objectives/queries.ts'

/** Renders nothing without a website or enough visits: then only the uptime by time is known. */
export function ExperiencedUptime({ objective }: { objective: Objective }) {
  const { data } = useQuery(experiencedQuery(objective))
  if (!data || data.experienced_percent === null) return null
  const failed = Math.round(data.visits_failed ?? 0)
  return (
    <Section title={t`Experienced uptime`}>
      <FigureRow
        entries={[
          {
            label: t`By visits`,
            value: formatUptime(data.experienced_percent),
            note: plural(failed, { one: '# visit failed (est.)', other: '# visits failed (est.)' }),
          },
          { label: t`By time`, value: formatUptime(data.clock_percent) },
        ]}
      />
    </Section>
  )
}
