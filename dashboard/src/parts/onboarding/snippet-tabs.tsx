import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { BASE_URL } from '../../platform/page-facts.ts'
import { CodeBlock, Tabs } from '../../ui/index.ts'
import { makeSnippets, type Snippet } from './snippets.ts'

/** The tracking script for each platform, and where to add it. */
export function SnippetTabs({ tracking_id }: { tracking_id: string }) {
  const [current, setCurrent] = useState<Snippet['id']>('html')
  return (
    <Tabs
      label={t`Platform`}
      current={current}
      onChange={setCurrent}
      tabs={makeSnippets(BASE_URL, tracking_id).map(({ id, label, where, code }) => ({
        id,
        label,
        panel: (
          <div className="grid gap-3">
            <p className="text-soft">{where}</p>
            <CodeBlock label={t`Tracking script for ${label}`} code={code} />
          </div>
        ),
      }))}
    />
  )
}
