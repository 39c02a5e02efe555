import { t } from '@lingui/core/macro'
import type { StatisticsImport, Website } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Form, Progress, Select, Submit, toast } from '../../ui/index.ts'
import { BrowserError } from '../../platform/browser-error.ts'
import { uploadAndStart } from '../../data/imports/upload.ts'

type Source = StatisticsImport['source']

const SOURCES: readonly Source[] = ['plausible', 'umami', 'events']
const readSource = (text: string): Source => SOURCES.find((source) => source === text) ?? 'events'

interface UploadProgress {
  bytes: number
  total_bytes: number
}

export function ImportForm({ website }: { website: Website }) {
  const client = useQueryClient()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [uploading, setUploading] = useState<UploadProgress>()
  return (
    <Form
      submit={async (values) => {
        const file = input.current?.files?.[0]
        if (!file) throw new BrowserError(t`No file is chosen.`, t`Choose the file to import.`, undefined)
        try {
          const upload = { website_id: website.id, source: readSource(values.text('source')), file }
          await uploadAndStart(upload, (bytes) => setUploading({ bytes, total_bytes: file.size }))
          if (input.current) input.current.value = ''
          toast(t`Import started`)
        } finally {
          setUploading(undefined)
          await client.invalidateQueries({ queryKey: ['websites', website.id, 'imports'] })
        }
      }}
    >
      <Select
        name="source"
        label={t`Source`}
        defaultValue="plausible"
        choices={[
          { value: 'plausible', label: t`Plausible (ZIP file of an export)` },
          { value: 'umami', label: t`Umami (CSV file of website_event)` },
          { value: 'events', label: t`Events (NDJSON, such as an export of Sitewatch)` },
        ]}
      />
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          {t`File`}
        </label>
        <input id={id} ref={input} type="file" accept=".zip,.csv,.ndjson,.jsonl,.json" className="control" />
        <p className="text-sm text-soft">
          {t`Up to 2 GiB. If the upload is interrupted, choose the same file again: it goes on where it stopped.`}
        </p>
      </div>
      {uploading && <Progress label={t`Uploading`} value={uploading.bytes} max={uploading.total_bytes} />}
      <div>
        <Submit>{t`Start import`}</Submit>
      </div>
    </Form>
  )
}
