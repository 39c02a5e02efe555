import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Vitals } from '../../charts/index.ts'
import { Loaded, Section } from '../../ui/index.ts'
import { ImportedNotice } from './imported-notice.tsx'
import { useIsChartLoaded } from './after-picture.ts'
import { BreakdownDialog } from './breakdown-dialog.tsx'
import { Breakdowns } from './breakdowns.tsx'
import { Drops } from './drops.tsx'
import { FunnelBuilder } from './funnel-builder.tsx'
import { Goals } from './goals.tsx'
import { vitalsQuery } from '../../data/stats/queries.ts'
import { useView } from './use-view.ts'
import { RevenuePart } from './revenue.tsx'

/** Everything below the chart. */
export function WebsiteLists() {
  const { id, search } = useView()
  return (
    <>
      <ImportedNotice />
      <Breakdowns />
      <RevenuePart />
      <Goals />
      <FunnelBuilder />
      <PageSpeed />
      <Drops id={id} />
      {search.all !== undefined && <BreakdownDialog key={search.all} dimension={search.all} />}
    </>
  )
}

function PageSpeed() {
  const { id, statsQuery } = useView()
  const vitals = useQuery({ ...vitalsQuery(id, statsQuery), enabled: useIsChartLoaded() })
  return (
    <Section title={t`Web vitals`}>
      <Loaded query={vitals} rows={4} label={t`Loading web vitals`}>
        {(data) =>
          data.lcp_ms.samples + data.ttfb_ms.samples + data.fcp_ms.samples === 0 ? (
            <p className="text-soft">{t`No web vitals in this period.`}</p>
          ) : (
            <Vitals vitals={data} />
          )
        }
      </Loaded>
    </Section>
  )
}
