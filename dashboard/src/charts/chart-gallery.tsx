import { msg } from '@lingui/core/macro'
import './charts.css'
import { type ReactNode, useMemo, useState } from 'react'
import { BarList } from './bar-list.tsx'
import { nameCountry } from './country-names.ts'
import { Funnel } from './funnel.tsx'
import { CheckRibbon } from './check-ribbon.tsx'
import { ResponseTimes } from './response-times.tsx'
import {
  makeEvents,
  makeChecks,
  makeResponses,
  makeTraffic,
  SAMPLE_COUNTRIES,
  SAMPLE_PAGES,
  SAMPLE_ZONE,
} from './sample-data.ts'
import { Sparkline } from './sparkline.tsx'
import { TrafficPicture } from './traffic-picture.tsx'
import { UptimeRibbon } from './uptime-ribbon.tsx'
import { useNow } from './use-now.ts'
import { Vitals } from './vitals.tsx'
import { WorldMap } from './world-map.tsx'

const VISITORS = { name: msg`Visitors`, kind: 'count' } as const

const SAMPLE_STEPS = [
  { step: '/pricing', visits: 3110, percent_of_first: 100, percent_of_previous: null },
  { step: '/sign-up', visits: 1244, percent_of_first: 40, percent_of_previous: 40 },
  { step: 'Signed up', visits: 622, percent_of_first: 20, percent_of_previous: 50 },
  { step: 'Paid', visits: 87, percent_of_first: 2.8, percent_of_previous: 14 },
]

const SAMPLE_VITALS = {
  lcp_ms: { p75: 1920, samples: 5120 },
  inp_ms: { p75: 240, samples: 3022 },
  cls: { p75: 0.31, samples: 5120 },
  fcp_ms: { p75: 1100, samples: 5120 },
  ttfb_ms: { p75: null, samples: 0 },
}

/** Shows every chart with realistic sample data, for developers. */
export function ChartGallery({ now }: { now?: number }) {
  const minute = useNow(now)
  const week = useMemo(() => makeTraffic(minute, 7, 'hour'), [minute])
  const month = useMemo(() => makeTraffic(minute, 30, 'day'), [minute])
  const checks = useMemo(() => makeChecks(minute), [minute])
  const responses = useMemo(() => makeResponses(minute), [minute])
  const events = useMemo(() => makeEvents(minute), [minute])
  return (
    <div className="chart-gallery">
      <Sample title="Traffic and uptime, a week by the hour">
        <TrafficPicture
          {...week}
          measure={VISITORS}
          interval="hour"
          timezone={SAMPLE_ZONE}
          events={events}
          now={minute}
        />
      </Sample>
      <Sample title="A month by the day">
        <TrafficPicture {...month} measure={VISITORS} interval="day" timezone={SAMPLE_ZONE} now={minute} />
      </Sample>
      <Sample title="Nothing yet">
        <TrafficPicture
          measure={VISITORS}
          points={week.points.map((point) => ({ ...point, value: 0 }))}
          interval="hour"
          timezone={SAMPLE_ZONE}
          now={minute}
        />
      </Sample>
      <div className="chart-gallery-pair">
        <Sample title="Uptime ribbon">
          <UptimeRibbon segments={week.uptime} timezone={SAMPLE_ZONE} label="shop.example" isDetailed />
        </Sample>
        <Sample title="Latest checks">
          <CheckRibbon checks={checks} timezone={SAMPLE_ZONE} />
        </Sample>
      </div>
      <Sample title="Response times">
        <ResponseTimes {...responses} timezone={SAMPLE_ZONE} slow_ms={400} events={events} />
      </Sample>
      <ChosenSamples />
      <div className="chart-gallery-pair">
        <Sample title="Funnel">
          <Funnel steps={SAMPLE_STEPS} />
        </Sample>
        <Sample title="Web vitals">
          <Vitals vitals={SAMPLE_VITALS} />
        </Sample>
      </div>
      <Sample title="Sparklines">
        <Sparkline values={week.points.slice(-24).map(({ value }) => value)} label="Visitors of the last 24 hours" />
        <Sparkline values={[3, 5, 8, null, null, 4, 2, 1, 0, 6]} label="With a gap" />
      </Sample>
    </div>
  )
}

/** A value that is chosen in one of them is chosen in all. */
function ChosenSamples() {
  const [chosen, setChosen] = useState<string | null>(null)
  const toggle = (value: string): void => setChosen(value === chosen ? null : value)
  const total = SAMPLE_COUNTRIES.reduce((sum, [, count]) => sum + count, 0)
  return (
    <>
      <div className="chart-gallery-pair">
        <Sample title="Pages">
          <BarList
            heading="Page"
            rows={SAMPLE_PAGES.map(([value, count]) => ({ value, count, percent: (100 * count) / 17_650 }))}
            chosen={chosen}
            onChoose={toggle}
          />
        </Sample>
        <Sample title="Countries">
          <BarList
            heading="Country"
            rows={SAMPLE_COUNTRIES.slice(0, 7).map(([value, count]) => ({
              value,
              label: nameCountry(value),
              count,
              percent: (100 * count) / total,
            }))}
            chosen={chosen}
            onChoose={toggle}
          />
        </Sample>
      </div>
      <Sample title="Map">
        <WorldMap
          rows={SAMPLE_COUNTRIES.map(([value, visitors]) => ({ value, visitors }))}
          chosen={chosen}
          onChoose={toggle}
        />
      </Sample>
    </>
  )
}

function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
