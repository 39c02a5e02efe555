import { t } from '@lingui/core/macro'
import type { Objective } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import {
  Button,
  Dialog,
  Field,
  Form,
  type FormValues,
  pickChanged,
  Picker,
  Select,
  Submit,
  toast,
} from '../../ui/index.ts'
import { MEASURE_NAMES } from '../../parts/objectives/objective-words.ts'
import { readSubject, type Subject, subjectChoices, writeSubject } from './subjects.ts'

interface DialogProps {
  stored?: Objective
  /** Initial subject of a new objective. */
  subject?: Subject
  onClose: () => void
  onAdded?: (id: number) => void
}

const WINDOWS = [7, 28, 30, 90] as const
const MEASURES = ['clock', 'visitors'] as const

export function ObjectiveDialog(props: DialogProps) {
  return (
    <Dialog title={props.stored ? t`Edit objective` : t`Add objective`} onClose={props.onClose}>
      <ObjectiveForm {...props} />
    </Dialog>
  )
}

const readObjective = (values: FormValues) => ({
  name: values.text('name'),
  // Text that is not a number is sent as typed, so that the server reports the error.
  target: values.optionalNumber('target') as number,
  window_days: Number(values.text('window_days')) as Objective['window_days'],
  measure: values.text('measure') as Objective['measure'],
})

async function saveObjective(stored: Objective | undefined, values: FormValues): Promise<Objective> {
  const fields = readObjective(values)
  const chosen = values.text('monitor_id')
  if (!stored) return api.objectives.create({ ...fields, ...readSubject(chosen) })
  const subjectChange = chosen === writeSubject(stored) ? {} : readSubject(chosen)
  return api.objectives.update(stored.id, { ...pickChanged(stored, fields), ...subjectChange })
}

function ObjectiveForm({ stored: live, subject = {}, onClose, onAdded }: DialogProps) {
  // As it was when the dialog opened: compared with a later update by a colleague, untouched fields would count as changed.
  const [stored] = useState(live)
  const client = useQueryClient()
  const chosen = writeSubject(stored ?? subject)
  async function save(values: FormValues): Promise<void> {
    const saved = await saveObjective(stored, values)
    await client.invalidateQueries({ queryKey: ['objective'] })
    toast(stored ? t`Objective saved` : t`Objective added`)
    onClose()
    if (!stored) onAdded?.(saved.id)
  }
  return (
    <Form label={t`Objective`} submit={save}>
      <Field name="name" label={t`Name`} defaultValue={stored?.name ?? ''} autoFocus />
      <Picker
        name="monitor_id"
        legend={t`Objective for`}
        hint={t`A website is down while any of its monitors is.`}
        noun={t`monitors and websites`}
        source={subjectChoices}
        initial={chosen === '' ? [] : [chosen]}
        one={{}}
        empty={t`No monitors yet.`}
      />
      <Select
        name="measure"
        label={t`Measured by`}
        hint={t`By visits, an outage at noon costs more than one at night. Expected visits that did not come count as failed.`}
        defaultValue={stored?.measure ?? 'clock'}
        choices={MEASURES.map((value) => ({ value, label: t(MEASURE_NAMES[value]) }))}
      />
      <Field
        name="target"
        label={t`Target (%)`}
        hint={t`The rest is the error budget: 99.9 % of 30 days leaves 43 minutes.`}
        inputMode="decimal"
        figures
        defaultValue={stored?.target ?? 99.9}
      />
      <Select
        name="window_days"
        label={t`Window`}
        defaultValue={String(stored?.window_days ?? 30)}
        choices={WINDOWS.map((days) => ({ value: String(days), label: t`Last ${days} days` }))}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Submit>{stored ? t`Save changes` : t`Add objective`}</Submit>
      </div>
    </Form>
  )
}
