import { t } from '@lingui/core/macro'
import type { StatusPage } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import { api } from '../../platform/api.ts'
import { BASE_URL } from '../../platform/page-facts.ts'
import { readBase64 } from '../../platform/read-base64.ts'
import { Button, ErrorBox, Section, toast } from '../../ui/index.ts'
import { BrowserError } from '../../platform/browser-error.ts'

const MAX_BYTES = 100 * 1024

/** Saves a change at once, separately from the other settings, and keeps the error if that fails. */
function useSave() {
  const client = useQueryClient()
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  async function save(change: () => Promise<unknown>): Promise<void> {
    setError(undefined)
    setBusy(true)
    try {
      await change()
      await client.invalidateQueries({ queryKey: ['status-pages'] })
      toast(t`Saved`)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { error, isBusy, save }
}

export function LogoSection({ page }: { page: StatusPage }) {
  const id = useId()
  const { error, isBusy, save } = useSave()

  function upload({ target }: ChangeEvent<HTMLInputElement>): void {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    void save(async () => {
      if (file.size > MAX_BYTES)
        throw new BrowserError(t`The file is larger than 100 KiB.`, t`Choose a smaller one.`, undefined)
      await api.statusPages.setLogo(page.id, { data: await readBase64(file) })
    })
  }

  return (
    <Section title={t`Logo`}>
      {error !== undefined && <ErrorBox error={error} />}
      {page.logo && (
        <p className="mb-4">
          <img
            src={`${BASE_URL}/s/${page.slug}/logo${new URL(page.logo.url).search}`}
            width={page.logo.width}
            height={page.logo.height}
            alt={t`Current logo`}
            className="max-h-14 w-auto max-w-full"
          />
        </p>
      )}
      <div className="grid max-w-xl gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          {page.logo ? t`Replace logo` : t`Upload logo`}
        </label>
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-describedby={`${id}-hint`}
          disabled={isBusy}
          onChange={upload}
          className="control"
        />
        <p id={`${id}-hint`} className="text-sm text-soft">
          {t`PNG, JPEG or WebP, up to 100 KiB. Shown up to 56 pixels high.`}
        </p>
      </div>
      {page.logo && (
        <Button className="mt-4" disabled={isBusy} onClick={() => void save(() => api.statusPages.removeLogo(page.id))}>
          {t`Remove logo`}
        </Button>
      )}
    </Section>
  )
}
