import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isTyping, useShortcuts } from '../../platform/shortcuts.ts'
import { PageHeader } from '../../ui/index.ts'
import { AddWebsiteForm } from '../../parts/onboarding/website-step.tsx'

/**
 * The field is not focused at first, because it would capture the single-key shortcuts. `n` focuses it, and text pasted anywhere on the
 * screen goes into it.
 */
export function FirstWebsite() {
  const navigate = useNavigate()
  const container = useRef<HTMLDivElement>(null)
  useShortcuts(t`Overview`, [
    { keys: 'n', label: t`Add website`, run: () => container.current?.querySelector('input')?.focus() },
  ])
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const field = container.current?.querySelector('input')
      if (!field || isTyping(event.target)) return
      event.preventDefault()
      field.value = event.clipboardData?.getData('text/plain').trim() ?? ''
      field.focus()
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [])
  return (
    <>
      <PageHeader title={t`Overview`}>
        {t`Enter a URL to see its visitors and be alerted when it goes down.`}
      </PageHeader>
      <div ref={container} className="max-w-md">
        <AddWebsiteForm
          autoFocus={false}
          onCreated={({ id }) => void navigate({ to: '/websites/$websiteId', params: { websiteId: String(id) } })}
        />
      </div>
    </>
  )
}
