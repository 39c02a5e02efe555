import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { Button, ErrorBox, Notice, Progress } from '../../ui/index.ts'

type Test = { state: 'sending' } | { state: 'sent'; message: string } | { state: 'failed'; error: unknown }

/** Sends a real message and shows the response of the provider. */
export function TestProvider({ provider_id, isPrimary = false }: { provider_id: number; isPrimary?: boolean }) {
  const client = useQueryClient()
  const [test, setTest] = useState<Test>()
  async function send(): Promise<void> {
    setTest({ state: 'sending' })
    try {
      setTest({ state: 'sent', message: (await api.providers.test(provider_id)).message })
    } catch (error) {
      setTest({ state: 'failed', error })
    }
    await client.invalidateQueries({ queryKey: ['providers'] })
  }
  return (
    <div className="grid justify-items-start gap-4">
      <Button kind={isPrimary ? 'primary' : 'plain'} busy={test?.state === 'sending'} onClick={() => void send()}>
        {test === undefined ? t`Send a test` : t`Send another test`}
      </Button>
      <div aria-live="polite" className="w-full empty:hidden">
        {test?.state === 'sending' && <Progress label={t`Sending a test…`} />}
        {test?.state === 'sent' && <Notice kind="done" title={test.message} />}
        {test?.state === 'failed' && <ErrorBox error={test.error} />}
      </div>
    </div>
  )
}
