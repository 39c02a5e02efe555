import { t } from '@lingui/core/macro'
import type { Provider } from '@sitewatch/sdk'
import { keyRows } from '../../ui/rows.ts'
import { describeRange, makeRange, type RangeDraft, readRanges } from '../on-call/weekly-ranges.ts'
import { splitTags } from '../tags/tags-field.tsx'

type QuietHours = NonNullable<Provider['quiet_hours']>

export interface QuietDraft {
  isOn: boolean
  timezone: string
  ranges: readonly RangeDraft[]
  escalations: boolean
  /** As typed, separated by commas. */
  tags: string
}

export const makeNightRange = () => makeRange('22:00', '07:00')

export const draftQuietHours = (stored: QuietHours | null | undefined): QuietDraft => ({
  isOn: stored != null,
  timezone: stored?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  ranges: keyRows(stored?.ranges ?? [makeNightRange()]),
  escalations: stored?.break_through.escalations ?? true,
  tags: stored?.break_through.tags.join(', ') ?? '',
})

/** The draft in the format of the API. */
export const readQuietHours = ({ isOn, timezone, ranges, escalations, tags }: QuietDraft): QuietHours | null =>
  isOn ? { timezone, ranges: readRanges(ranges), break_through: { escalations, tags: splitTags(tags) } } : null

/** The quiet hours of a provider as sentences. */
export function describeQuietHours({ timezone, ranges, break_through: { escalations, tags } }: QuietHours): string[] {
  const hours = ranges.map(describeRange).join(', ')
  const names = tags.join(', ')
  return [
    t`Quiet hours: ${hours} (${timezone}). Messages wait until they end.`,
    ...(escalations && tags.length > 0
      ? [t`Escalations and messages about monitors tagged ${names} are sent at once.`]
      : escalations
        ? [t`Escalations are sent at once.`]
        : tags.length > 0
          ? [t`Messages about monitors tagged ${names} are sent at once.`]
          : []),
  ]
}
