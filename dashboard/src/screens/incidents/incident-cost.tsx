import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Impact } from '@sitewatch/sdk'
import { formatMoney } from '@sitewatch/contract/format-money'
import { nameCountry } from '../../charts/index.ts'
import { formatCount } from '../../platform/format.ts'
import { currentLanguage } from '../../platform/language.ts'
import { type Column, Section, Table } from '../../ui/index.ts'

interface Loss {
  key: string
  name: string
  lost: string
  range: string
}

const writeRange = (from: string, to: string): string => t`${from} to ${to}`

function listLosses({ goals, revenue }: Impact): Loss[] {
  const money = (amount: string, currency: string): string => formatMoney(amount, currency, currentLanguage())
  return [
    ...(revenue ?? []).map(({ currency, lost, low, high }) => ({
      key: currency,
      name: t`Revenue (${currency})`,
      lost: money(lost, currency),
      range: writeRange(money(low, currency), money(high, currency)),
    })),
    ...(goals ?? []).map(({ goal_id, name, lost, low, high }) => ({
      key: String(goal_id),
      name,
      lost: formatCount(lost),
      range: writeRange(formatCount(low), formatCount(high)),
    })),
  ]
}

const listColumns = (): readonly Column<Loss>[] => [
  { head: t`Lost (est.)`, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { head: t`Estimate`, figures: true, cell: ({ lost }) => lost },
  { head: t`90 % range`, figures: true, cell: ({ range }) => range },
]

type Affected = NonNullable<Impact['affected']>['pages']

function AffectedList({ title, rows, name }: { title: string; rows: Affected; name: (value: string) => string }) {
  if (rows.length === 0) return null
  return (
    <div className="min-w-0">
      <h3 className="text-sm text-soft">{title}</h3>
      <ol className="mt-1 grid gap-1">
        {rows.map(({ value, visits_lost }) => (
          <li key={value} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">{name(value)}</span>
            <span className="figures">−{formatCount(visits_lost)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const nameOr = (value: string, name: string): string => (value === '' ? name : value)

/** What the incident cost in addition to visitors, and which pages, countries and sources it affected most. */
export function IncidentCost({ impact }: { impact: Impact }) {
  const losses = listLosses(impact)
  const { affected } = impact
  return (
    <>
      {losses.length > 0 && (
        <Section title={t`Cost`}>
          <Table caption={t`Cost`} columns={listColumns()} rows={losses} rowKey={({ key }) => key} />
          <p className="mt-2 text-sm text-soft">
            <Trans>
              Missing visits times the conversion rate and the revenue per visit of the four weeks before. In nine of
              ten outages the true figure is in the range.
            </Trans>
          </p>
        </Section>
      )}
      {affected !== null && (
        <Section title={t`Most affected`}>
          <div className="grid gap-x-12 gap-y-6 sm:grid-cols-3">
            <AffectedList
              title={t`Entry pages`}
              rows={affected.pages}
              name={(value) => nameOr(value, t`No page view`)}
            />
            <AffectedList
              title={t`Countries`}
              rows={affected.countries}
              name={(value) => (value === '' ? t`Unknown` : nameCountry(value))}
            />
            <AffectedList title={t`Sources`} rows={affected.sources} name={(value) => nameOr(value, t`Direct`)} />
          </div>
        </Section>
      )}
    </>
  )
}
