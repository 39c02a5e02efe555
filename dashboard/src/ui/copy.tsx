import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Button } from './button.tsx'

/** The clipboard API needs https, but the dashboard may also be served over http, for example in a home network. */
async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text)
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  ;(document.querySelector('dialog[open]') ?? document.body).append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!copied) throw new Error('the browser does not let us copy')
}

export function Copy({ text, label = t`Copy` }: { text: string; label?: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')
  async function run(): Promise<void> {
    try {
      await copyText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
    setTimeout(() => setState('ready'), 3000)
  }
  return (
    <>
      <Button onClick={() => void run()}>{state === 'copied' ? t`Copied ✓` : label}</Button>
      <span role="status" className={state === 'refused' ? 'text-sm' : 'sr-only'}>
        {state === 'copied' && t`Copied`}
        {state === 'refused' && t`Your browser blocked copying. Select the text and copy it manually.`}
      </span>
    </>
  )
}
