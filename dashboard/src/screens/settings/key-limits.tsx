import { plural, t } from '@lingui/core/macro'
import type { ApiKey } from '@sitewatch/sdk'
import { useState } from 'react'
import { type FormValues, Picker, Select } from '../../ui/index.ts'
import { monitorChoices } from '../../data/monitors/monitor-choices.ts'
import { websiteChoices } from '../../data/websites/website-choices.ts'

type Limits = NonNullable<ApiKey['limited_to']>

/** Whether a new key is limited, and to which websites and monitors. */
export function LimitFields() {
  const [isLimited, setLimited] = useState(false)
  return (
    <>
      <Select
        name="access"
        label={t`Access to`}
        value={isLimited ? 'limited' : ''}
        onChange={(event) => setLimited(event.currentTarget.value === 'limited')}
        choices={[
          { value: '', label: t`All websites and monitors` },
          { value: 'limited', label: t`Only selected websites and monitors` },
        ]}
      />
      {isLimited && (
        <>
          <Picker
            name="limited_to.website_ids"
            legend={t`Websites`}
            hint={t`With their statistics and monitors.`}
            noun={t`websites`}
            source={websiteChoices}
            initial={[]}
            empty={t`No websites yet.`}
          />
          <Picker
            name="limited_to.monitor_ids"
            legend={t`Monitors`}
            noun={t`monitors`}
            source={monitorChoices}
            initial={[]}
            empty={t`No monitors yet.`}
          />
        </>
      )}
    </>
  )
}

export function readLimits(values: FormValues): Limits | null {
  if (values.text('access') !== 'limited') return null
  return {
    website_ids: values.all('limited_to.website_ids').map(Number),
    monitor_ids: values.all('limited_to.monitor_ids').map(Number),
  }
}

export function describeLimits({ website_ids, monitor_ids }: Limits): string {
  const [websites, monitors] = [website_ids.length, monitor_ids.length]
  if (websites + monitors === 0) return t`No access: its websites and monitors were deleted`
  if (monitors === 0) return plural(websites, { one: 'Limited to # website', other: 'Limited to # websites' })
  if (websites === 0) return plural(monitors, { one: 'Limited to # monitor', other: 'Limited to # monitors' })
  return t`Limited to ${plural(websites, { one: '# website', other: '# websites' })} and ${plural(monitors, { one: '# monitor', other: '# monitors' })}`
}
