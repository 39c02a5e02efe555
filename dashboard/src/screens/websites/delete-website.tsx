import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Website } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, ConfirmDialog, toast } from '../../ui/index.ts'

export function DeleteWebsite({ website }: { website: Website }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const watched = website.monitor_ids.length
  return (
    <>
      <p className="mb-3 wrap-anywhere text-soft">
        <Trans>Permanently deletes all visits, goals and the public page of {website.domain}.</Trans>
      </p>
      <Button onClick={() => setConfirming(true)}>{t`Delete website`}</Button>
      {isConfirming && (
        <ConfirmDialog
          title={t`Delete ${website.domain}?`}
          action={t`Delete website`}
          onClose={() => setConfirming(false)}
          confirm={async () => {
            await api.websites.remove(website.id)
            await navigate({ to: '/websites' })
            await Promise.all(['websites', 'overview'].map((key) => client.invalidateQueries({ queryKey: [key] })))
            toast(t`Website deleted. Its events are removed in the background.`)
          }}
        >
          <p>{t`This permanently deletes all visits, goals, the public page, badges and reports.`}</p>
          <p>
            {watched > 0 && (
              <Plural
                value={watched}
                one="Its monitor is kept and continues to run."
                other="Its # monitors are kept and continue to run."
              />
            )}{' '}
            <Trans>The tracking script on its pages stops working.</Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
