import { t } from '@lingui/core/macro'
import type { Annotation, Website } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api.ts'
import {
  Button,
  ConfirmDialog,
  Dialog,
  Field,
  Form,
  type FormValues,
  pickChanged,
  Submit,
  toast,
} from '../../ui/index.ts'
import { readZoned, writeZoned } from './zoned-time.ts'

interface AnnotationDialogProps {
  website: Pick<Website, 'id' | 'timezone'>
  /** Undefined creates a new annotation, at the time `at`. */
  annotation?: Annotation | undefined
  at: number
  onClose: () => void
}

const useRefresh = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['annotation'] })
}

/** Sends the time only if it was changed: the field shows minutes, but the stored time may have seconds. */
function readFields(values: FormValues, shown_at: string, zone: string) {
  const typed_at = values.text('happened_at')
  return {
    text: values.text('text'),
    link: values.optionalText('link') ?? null,
    ...(typed_at !== shown_at && { happened_at: readZoned(typed_at, zone) }),
  }
}

export function AnnotationDialog({ website: { id, timezone }, annotation, at, onClose }: AnnotationDialogProps) {
  const refresh = useRefresh()
  const at_ms = annotation ? Date.parse(annotation.happened_at) : at
  const shown_at = writeZoned(at_ms, timezone)
  async function save(values: FormValues): Promise<void> {
    const fields = readFields(values, shown_at, timezone)
    if (annotation) await api.annotations.update(annotation.id, pickChanged(annotation, fields))
    else await api.annotations.create(id, { happened_at: new Date(at_ms).toISOString(), ...fields })
    onClose()
    toast(annotation ? t`Annotation saved.` : t`Annotation added.`)
    await refresh()
  }
  return (
    <Dialog title={annotation ? t`Edit annotation` : t`Add annotation`} onClose={onClose}>
      <Form label={t`Annotation`} submit={save}>
        <Field
          name="text"
          label={t`Text`}
          defaultValue={annotation?.text}
          maxLength={200}
          hint={t`Shown on the chart to your team, not on the public page.`}
        />
        <Field
          name="happened_at"
          label={t`Time`}
          type="datetime-local"
          defaultValue={shown_at}
          hint={t`In the time zone of the website: ${timezone}`}
          figures
        />
        <Field
          name="link"
          label={t`Link`}
          optional
          type="url"
          defaultValue={annotation?.link ?? ''}
          placeholder="https://"
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Submit>{annotation ? t`Save` : t`Add annotation`}</Submit>
        </div>
      </Form>
    </Dialog>
  )
}

export function DeleteAnnotation({ annotation, onClose }: { annotation: Annotation; onClose: () => void }) {
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title={t`Delete annotation`}
      action={t`Delete annotation`}
      onClose={onClose}
      confirm={async () => {
        await api.annotations.remove(annotation.id)
        toast(t`Annotation deleted.`)
        await refresh()
      }}
    >
      <p>{annotation.text}</p>
    </ConfirmDialog>
  )
}
