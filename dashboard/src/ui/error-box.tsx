import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SitewatchError } from '@sitewatch/sdk'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { describeError } from './error-text.ts'

interface ErrorBoxProps {
  error: unknown
  /** Adds a button to try again. */
  retry?: (() => void) | undefined
  children?: ReactNode
}

/** Says what went wrong and what to do next, with the request ID that identifies it in the server log. */
export function ErrorBox({ error, retry, children }: ErrorBoxProps) {
  const { title, next } = describeError(error)
  const problem = error instanceof SitewatchError ? error : undefined
  return (
    <Notice kind="problem" title={title}>
      {problem && problem.errors.length > 0 && (
        <ul className="list-disc pl-5">
          {problem.errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      <p>{next}</p>
      {children}
      {problem?.request_id !== undefined && problem.status >= 500 && (
        <p className="text-sm text-soft">
          <Trans>
            Request ID <code>{problem.request_id}</code>
          </Trans>
        </p>
      )}
      {retry && (
        <div>
          <Button onClick={retry}>{t`Try again`}</Button>
        </div>
      )}
    </Notice>
  )
}
