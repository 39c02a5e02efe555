import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { ExpectedTraffic, Website } from '@sitewatch/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import { Checkbox, Form, Loaded, Section, Submit, toast } from '../../ui/index.ts'
import { ChangedByEditors } from '../teams/for-editors.tsx'
import { expectedTrafficQuery } from '../../data/silent-outages/queries.ts'

const STATES: Record<ExpectedTraffic['alerts'], MessageDescriptor> = {
  on: msg`Active: the visits of this website are compared with the usual ones every minute.`,
  off: msg`Turned off.`,
  not_enough_data: msg`Not active yet: at least two weeks of visits are needed to know what is usual.`,
  too_little_traffic: msg`Not active: this website has too little traffic to detect a drop reliably.`,
}

/** Turns traffic drop alerts on or off, and shows whether they are active. */
export function TrafficAlerts({ website }: { website: Website }) {
  const client = useQueryClient()
  const expected = useQuery(expectedTrafficQuery(website.id))
  return (
    <Section title={t`Traffic drop alerts`}>
      <ChangedByEditors>
        <Form
          key={`${website.id} ${website.traffic_alerts}`}
          label={t`Traffic drop alerts`}
          className="grid max-w-xl gap-5"
          submit={async (values) => {
            await api.websites.update(website.id, { traffic_alerts: values.checked('traffic_alerts') })
            await Promise.all(['websites', 'stats'].map((key) => client.invalidateQueries({ queryKey: [key] })))
            toast(t`Settings saved`)
          }}
        >
          <Checkbox
            name="traffic_alerts"
            label={t`Alert when traffic drops`}
            hint={t`Opens an incident and alerts the providers of this website’s monitors when visits fall far below normal although all checks pass.`}
            defaultChecked={website.traffic_alerts}
          />
          <Loaded query={expected} rows={1}>
            {({ alerts }) => <p className="text-soft">{t(STATES[alerts])}</p>}
          </Loaded>
          <div>
            <Submit>{t`Save changes`}</Submit>
          </div>
        </Form>
      </ChangedByEditors>
    </Section>
  )
}
