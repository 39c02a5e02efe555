import { t } from '@lingui/core/macro'
import type { OnCallSchedule, OnCallSchedulesCreateInput } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass, Field, Form, Submit } from '../../ui/index.ts'
import { RowList } from '../../ui/row-list.tsx'
import { draftSchedule, keepMembers, makeLayer, readSchedule, type ScheduleDraft } from './draft.ts'
import { LayerFields } from './layer-fields.tsx'
import { MemberList } from './member-fields.tsx'
import { OverrideList } from './override-fields.tsx'
import { OWN_ZONE, ZoneSelect } from '../../parts/on-call/zone-select.tsx'

interface ScheduleFormProps {
  stored?: OnCallSchedule
  action: string
  save: (input: OnCallSchedulesCreateInput) => Promise<unknown>
}

const MAX_LAYERS = 20

export function ScheduleForm({ stored, action, save }: ScheduleFormProps) {
  const [draft, setDraft] = useState(() => draftSchedule(stored, OWN_ZONE))
  const change = (part: Partial<ScheduleDraft>): void => setDraft({ ...draft, ...part })
  return (
    <Form
      label={action}
      submit={(values) => save({ name: values.text('name'), ...readSchedule(draft) })}
      className="grid max-w-xl gap-6"
    >
      <Field name="name" label={t`Name`} defaultValue={stored?.name ?? ''} autoComplete="off" />
      <ZoneSelect name="timezone" value={draft.timezone} onChange={(timezone) => change({ timezone })} />
      <MemberList members={draft.members} onChange={(members) => setDraft(keepMembers(draft, members))} />
      <RowList
        legend={t`Layers`}
        hint={t`A layer is a rotation. Where several cover a moment, the last one applies.`}
        rows={draft.layers}
        onChange={(layers) => change({ layers })}
        nameOf={({ name }, index) => (name.trim() === '' ? t`Layer ${index + 1}` : name)}
        add={t`Add layer`}
        make={() => makeLayer(draft.members)}
        isOrdered
        most={MAX_LAYERS}
      >
        {(layer, index, changeLayer) => (
          <LayerFields layer={layer} index={index} members={draft.members} change={changeLayer} />
        )}
      </RowList>
      <OverrideList
        overrides={draft.overrides}
        members={draft.members}
        onChange={(overrides) => change({ overrides })}
      />
      <div className="flex flex-wrap gap-3">
        <Submit>{action}</Submit>
        <Link to="/notifications/on-call" className={buttonClass()}>
          {t`Cancel`}
        </Link>
      </div>
    </Form>
  )
}
