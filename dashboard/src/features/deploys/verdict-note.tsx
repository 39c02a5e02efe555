import { lazy, Suspense } from 'react'
import type { Deploy } from '@sitewatch/sdk'

const VerdictText = lazy(async () => ({ default: (await import('./verdict-text.tsx')).VerdictText }))

interface VerdictNoteProps {
  deploy: Deploy
  /** Only what it changed for this website. */
  website_id?: number
}

/** What a deploy changed, in a word, with the figures behind it. Nothing for a deploy that is not compared with before. */
export function VerdictNote({ deploy: { verdict }, website_id }: VerdictNoteProps) {
  if (verdict === null) return null
  return (
    <Suspense fallback={null}>
      <VerdictText verdict={verdict} website_id={website_id} />
    </Suspense>
  )
}
