import { t } from '@lingui/core/macro'
import type { OnCall, OnCallShift } from '@sitewatch/sdk'
import { LOCALES } from '@sitewatch/contract/language'
import { DataTable } from '../../charts/index.ts'
import { currentLanguage } from '../../platform/language.ts'
import { layOutDays, layOutStrip, type StripDay, type StripLane } from './strip-layout.ts'
import './on-call.css'

/** Formats in the time zone of the schedule, because handovers are local to it. */
function makeFormatter(timezone: string, options: Intl.DateTimeFormatOptions): (at: number | string) => string {
  const format = new Intl.DateTimeFormat(LOCALES[currentLanguage()], { ...options, timeZone: timezone })
  return (at) => format.format(new Date(at))
}

const describeMember = ({ member, is_override }: OnCallShift): string => {
  if (member === null) return t`Nobody`
  return is_override ? t`${member.name} (override)` : member.name
}

interface ShiftStripProps {
  onCall: OnCall
  timezone: string
}

/** Who is on call in the next days: a lane for each person, and one for the gaps. */
export function ShiftStrip({ onCall: { shifts }, timezone }: ShiftStripProps) {
  const formatMoment = makeFormatter(timezone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const lanes = layOutStrip(shifts)
  const days = layOutDays(shifts, timezone)
  return (
    <div className="grid min-w-0 gap-2">
      <div role="img" aria-label={summarize(lanes)} className="grid gap-1">
        <DayScale days={days} timezone={timezone} />
        {lanes.map((lane) => (
          <Lane
            key={lane.member ?? ''}
            lane={lane}
            days={days}
            describe={(shift) => describeShift(shift, formatMoment)}
          />
        ))}
      </div>
      <Legend shifts={shifts} />
      <DataTable
        caption={t`Shifts, in ${timezone}`}
        columns={[t`On call`, t`From`, t`To`, t`Layer`]}
        rows={() =>
          shifts.map((shift) => [
            describeMember(shift),
            formatMoment(shift.starts_at),
            formatMoment(shift.ends_at),
            shift.layer ?? (shift.is_override ? t`Override` : '–'),
          ])
        }
      />
    </div>
  )
}

function describeShift(shift: OnCallShift, formatMoment: (at: string) => string): string {
  const [who, from, to] = [describeMember(shift), formatMoment(shift.starts_at), formatMoment(shift.ends_at)]
  return t`${who}: ${from} to ${to}`
}

function summarize(lanes: readonly StripLane[]): string {
  const people = lanes.flatMap(({ member }) => member ?? []).join(', ')
  const hasGaps = lanes.some(({ member }) => member === null)
  if (people === '') return t`Nobody is on call.`
  return hasGaps ? t`On call: ${people}. There are gaps.` : t`On call: ${people}. There are no gaps.`
}

const LANE = 'grid items-center gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]'

function DayScale({ days, timezone }: { days: readonly StripDay[]; timezone: string }) {
  const weekday = makeFormatter(timezone, { weekday: 'narrow' })
  const day = makeFormatter(timezone, { day: 'numeric' })
  return (
    <div className={LANE}>
      <span className="hidden sm:block" />
      <span className="relative block h-9 text-sm text-soft">
        {days
          // A day that is nearly over is too narrow for its number.
          .filter(({ width }) => width > 3)
          .map(({ at_ms, from, width }) => (
            <span
              key={at_ms}
              style={{ insetInlineStart: `${from}%`, width: `${width}%` }}
              className="absolute grid justify-items-center leading-4"
            >
              <span>{weekday(at_ms)}</span>
              <span className="figures">{day(at_ms).replace(/\D/g, '')}</span>
            </span>
          ))}
      </span>
    </div>
  )
}

interface LaneProps {
  lane: StripLane
  days: readonly StripDay[]
  describe: (shift: OnCallShift) => string
}

function Lane({ lane: { member, bars }, days, describe }: LaneProps) {
  return (
    <div className={LANE}>
      <span className={`truncate text-sm ${member === null ? 'font-medium' : ''}`} title={member ?? undefined}>
        {member ?? t`Nobody`}
      </span>
      <span className="relative block h-8 border-y border-line">
        {days.slice(1).map(({ at_ms, from }) => (
          <span
            key={at_ms}
            style={{ insetInlineStart: `${from}%` }}
            className="absolute inset-y-0 border-s border-line"
          />
        ))}
        {bars.map(({ from, width, shift }) => (
          <span
            key={shift.starts_at}
            title={describe(shift)}
            style={{ insetInlineStart: `${from}%`, width: `${width}%` }}
            className={`shift-bar ${shift.member === null ? 'shift-gap' : shift.is_override ? 'shift-override' : ''}`}
          />
        ))}
      </span>
    </div>
  )
}

/** Explains only the kinds of bars that are drawn. */
function Legend({ shifts }: { shifts: readonly OnCallShift[] }) {
  const marks = [
    { className: '', label: t`On call`, isShown: true },
    { className: 'shift-override', label: t`Override`, isShown: shifts.some(({ is_override }) => is_override) },
    { className: 'shift-gap', label: t`Gap: nobody is on call`, isShown: shifts.some(({ member }) => member === null) },
  ].filter(({ isShown }) => isShown)
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
      {marks.map(({ className, label }) => (
        <span key={label} className="inline-flex items-center gap-2">
          <span aria-hidden className="relative inline-block h-5 w-6">
            <span className={`shift-bar inset-x-0 ${className}`} />
          </span>
          {label}
        </span>
      ))}
    </p>
  )
}
