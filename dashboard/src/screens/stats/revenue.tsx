import { msg, t } from '@lingui/core/macro'
import type { StatsRevenue } from '@sitewatch/sdk'
import { useMemo } from 'react'
import { describeMeasureChange, TrafficPicture } from '../../charts/index.ts'
import { formatCount } from '../../platform/format.ts'
import { FigureRow, Section, Select } from '../../ui/index.ts'
import { type CurrentRevenue, useRevenue, writeMoney } from './revenue-query.ts'
import { useView } from './use-view.ts'

/** Only for websites whose events have revenue. */
export function RevenuePart() {
  const { change } = useView()
  const revenue = useRevenue()
  if (!revenue) return null
  const { now, data, currencies } = revenue
  return (
    <Section
      title={t`Revenue`}
      actions={
        currencies.length > 1 && (
          <Select
            name="currency"
            label={t`Currency`}
            labelHidden
            value={now.currency}
            onChange={({ target }) => change({ currency: target.value })}
            choices={currencies.map((value) => ({ value, label: value }))}
          />
        )
      }
    >
      <RevenueFigures {...revenue} />
      <RevenueChart data={data} currency={now.currency} />
    </Section>
  )
}

const numberOf = (amount: string | null | undefined): number | null =>
  amount === null || amount === undefined ? null : Number(amount)

function RevenueFigures({ now, before, data }: CurrentRevenue) {
  const { currency } = now
  const noteOf = (current: number | null, past: number | null | undefined) =>
    data.comparison === null ? undefined : describeMeasureChange('count', current, past ?? 0)
  return (
    <FigureRow
      entries={[
        {
          label: t`Revenue`,
          value: writeMoney(now.amount, currency),
          note: noteOf(Number(now.amount), numberOf(before?.amount)),
        },
        { label: t`Orders`, value: formatCount(now.orders), note: noteOf(now.orders, before?.orders) },
        {
          label: t`Average order`,
          value: writeMoney(now.average_order, currency),
          note: noteOf(numberOf(now.average_order), numberOf(before?.average_order)),
        },
      ]}
    />
  )
}

function RevenueChart({ data, currency }: { data: StatsRevenue; currency: string }) {
  const points = useMemo(
    () =>
      data.points.map(({ start, revenue }) => {
        const found = revenue.find((each) => each.currency === currency)
        return { start, value: found ? Number(found.amount) : 0 }
      }),
    [data, currency],
  )
  return (
    <div className="mt-4">
      <TrafficPicture
        measure={{ name: msg`Revenue`, kind: 'count', format: (value) => writeMoney(String(value), currency) }}
        points={points}
        interval={data.interval}
        timezone={data.timezone}
        label={t`Revenue in ${currency}`}
      />
    </div>
  )
}
