import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Button } from '../../ui/index.ts'
import { ForEditors } from '../teams/for-editors.tsx'
import type { Acknowledgeable } from './acknowledge-dialog.tsx'
import { lazyPart } from '../../platform/lazy.tsx'

const AcknowledgeDialog = lazyPart(async () => (await import('./acknowledge-dialog.tsx')).AcknowledgeDialog)

/** The button for an open incident, or who acknowledged it. Renders nothing for a resolved incident. */
export function Acknowledge({ incident, kind = 'plain' }: { incident: Acknowledgeable; kind?: 'plain' | 'primary' }) {
  const [isOpen, setOpen] = useState(false)
  if (incident.status === 'resolved') return null
  if (incident.status === 'acknowledged') {
    const { acknowledged_by: by } = incident
    return <span className="wrap-anywhere text-soft">{by === null ? t`Acknowledged` : t`Acknowledged by ${by}`}</span>
  }
  return (
    <ForEditors>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {t`Acknowledge`}
      </Button>
      {isOpen && <AcknowledgeDialog incident={incident} onClose={() => setOpen(false)} />}
    </ForEditors>
  )
}
