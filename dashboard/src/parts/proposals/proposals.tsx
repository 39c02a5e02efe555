import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Website, WebsiteProposals } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { formatCount, formatDuration, formatPercent } from '../../platform/format.ts'
import { Checkbox, Field, FigureRow, Form, type FormValues, Loaded, Section, Submit, toast } from '../../ui/index.ts'
import { IntervalSelect } from '../monitors/interval-select.tsx'
import { ForEditors } from '../teams/for-editors.tsx'
import { proposalsQuery } from '../../data/proposals/queries.ts'

/** What to set up for a website, based on its visits: monitors to create, the check interval, and the hour for maintenance. */
export function Proposals({ website }: { website: Website }) {
  const proposals = useQuery(proposalsQuery(website.id))
  return (
    <Loaded query={proposals} rows={6} label={t`Loading proposals`}>
      {(data) =>
        data.status === 'not_enough_data' ? (
          <p className="text-soft">
            {t`Not enough data yet. After seven days and 200 visits, this page proposes which pages to monitor, how often, and when to plan maintenance.`}
          </p>
        ) : (
          <>
            <Findings proposals={data} />
            <Section title={t`Proposed monitors`}>
              {data.monitors.length === 0 ? (
                <p className="text-soft">{t`Your most visited landing pages are monitored.`}</p>
              ) : (
                <ProposedMonitors
                  key={data.monitors.map(({ url }) => url).join(' ')}
                  {...{ website }}
                  proposals={data}
                />
              )}
            </Section>
          </>
        )
      }
    </Loaded>
  )
}

function Findings({
  proposals: { visits, monitored_percent, interval, maintenance },
}: {
  proposals: WebsiteProposals
}) {
  const between = Math.round(interval?.visits_between_checks ?? 0)
  const share = formatPercent(maintenance?.visit_percent ?? null)
  return (
    <FigureRow
      entries={[
        { label: t`Visits in 30 days`, value: formatCount(visits) },
        {
          label: t`Monitored`,
          value: formatPercent(monitored_percent),
          note: t`of visits start on a page with a monitor`,
        },
        ...(interval
          ? [
              {
                label: t`Check interval`,
                value: formatDuration(interval.seconds),
                note: plural(between, {
                  one: 'one visit starts between two checks in the busiest hour',
                  other: '# visits start between two checks in the busiest hour',
                }),
              },
            ]
          : []),
        ...(maintenance
          ? [
              {
                label: t`Hour for maintenance`,
                value: maintenance.starts_at,
                note: t`${maintenance.timezone}, ${share} of visits`,
              },
            ]
          : []),
      ]}
    />
  )
}

interface ProposedProps {
  website: Website
  proposals: WebsiteProposals
}

/** A value of the API, not a text to translate. */
const CREATE = 'create'

const readMonitors = (values: FormValues, { website, proposals }: ProposedProps) =>
  proposals.monitors.flatMap(({ url, friendly_name }, index) =>
    values.checked(`chosen-${index}`)
      ? [
          {
            url,
            friendly_name: values.optionalText(`name-${index}`) ?? friendly_name,
            interval: Number(values.text('interval')),
            website_id: website.id,
          },
        ]
      : [],
  )

function ProposedMonitors(props: ProposedProps) {
  const { monitors, covered_percent, interval } = props.proposals
  const client = useQueryClient()
  const covered = formatPercent(covered_percent)
  async function create(values: FormValues): Promise<void> {
    const chosen = readMonitors(values, props)
    if (chosen.length === 0) return toast(t`Choose at least one page.`)
    const { ids } = await api.monitors.bulk({ action: CREATE, monitors: chosen })
    const keys = ['monitors', 'overview', 'websites']
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
    toast(plural(ids.length, { one: '# monitor created', other: '# monitors created' }))
  }
  return (
    <Form submit={create} label={t`Proposed monitors`}>
      <p className="text-soft">
        <Trans>
          The landing pages that carry most visits. With these, {covered} of visits start on a page with a monitor.
        </Trans>
      </p>
      <ul className="grid gap-3">
        {monitors.map(({ url, friendly_name, visit_percent }, index) => (
          <li key={url} className="grid gap-2 border-b border-line pb-3 sm:grid-cols-2 sm:items-end">
            <Checkbox
              name={`chosen-${index}`}
              defaultChecked
              label={<span className="wrap-anywhere">{url}</span>}
              hint={<Trans>{formatPercent(visit_percent)} of visits start here</Trans>}
            />
            <Field
              name={`name-${index}`}
              label={t`Name of the monitor of ${url}`}
              labelHidden
              defaultValue={friendly_name}
              maxLength={120}
            />
          </li>
        ))}
      </ul>
      <ForEditors>
        <div className="grid max-w-80 gap-5">
          <IntervalSelect interval={interval?.seconds ?? 60} />
          <div>
            <Submit>{t`Create monitors`}</Submit>
          </div>
        </div>
      </ForEditors>
    </Form>
  )
}
