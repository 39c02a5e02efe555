import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isTyping, useShortcuts } from '../../shortcuts.ts'
import { PageHeader } from '../../ui/index.ts'
import { PasteDomain } from '../onboarding/website-step.tsx'

/**
 * The field does not take the focus, which would swallow every single key of somebody who only passes through; `n` does,
 * and what is pasted anywhere on the screen ends up in it.
 */
export function FirstWebsite() {
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  useShortcuts(t`Overview`, [
    { keys: 'n', label: t`Add website`, run: () => place.current?.querySelector('input')?.focus() },
  ])
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const field = place.current?.querySelector('input')
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
      <div ref={place} className="max-w-md">
        <PasteDomain
          autoFocus={false}
          onCreated={({ id }) => void navigate({ to: '/websites/$websiteId', params: { websiteId: String(id) } })}
        />
      </div>
    </>
  )
}
