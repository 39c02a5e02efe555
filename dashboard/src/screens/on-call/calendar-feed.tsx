import { t } from '@lingui/core/macro'
import type { OnCallSchedule } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, ConfirmDialog, Copy, ErrorBox, toast } from '../../ui/index.ts'
import { ForEditors } from '../../parts/teams/for-editors.tsx'

/** The secret URL with which calendars subscribe to the schedule. */
export function CalendarFeed({ schedule: { id, calendar_url: url } }: { schedule: OnCallSchedule }) {
  const client = useQueryClient()
  const [isRevoking, setRevoking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const refresh = () => client.invalidateQueries({ queryKey: ['on_call_schedule'] })
  async function create(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await api.onCallSchedules.createCalendar(id)
      await refresh()
      toast(t`Calendar URL created`)
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-3">
      {error !== undefined && <ErrorBox error={error} />}
      <p className="text-soft">
        {t`Subscribe to this URL in Google Calendar, Outlook or Apple Calendar. Anybody who has it can read the schedule.`}
      </p>
      {url === null ? (
        <ForEditors>
          <div>
            <Button busy={busy} onClick={() => void create()}>
              {t`Create calendar URL`}
            </Button>
          </div>
        </ForEditors>
      ) : (
        <p className="flex flex-wrap items-center gap-3">
          <span className="figures min-w-0 text-sm wrap-anywhere">{url}</span>
          <Copy text={url} />
          <ForEditors>
            <Button onClick={() => setRevoking(true)}>{t`Revoke`}</Button>
          </ForEditors>
        </p>
      )}
      {isRevoking && (
        <RevokeDialog
          onClose={() => setRevoking(false)}
          revoke={async () => {
            await api.onCallSchedules.revokeCalendar(id)
            await refresh()
          }}
        />
      )}
    </div>
  )
}

function RevokeDialog({ onClose, revoke }: { onClose: () => void; revoke: () => Promise<unknown> }) {
  return (
    <ConfirmDialog
      title={t`Revoke the calendar URL?`}
      action={t`Revoke`}
      onClose={onClose}
      confirm={async () => {
        await revoke()
        toast(t`Calendar URL revoked`)
      }}
    >
      <p>{t`Calendars that subscribe to it no longer update. You can create a new URL.`}</p>
    </ConfirmDialog>
  )
}
