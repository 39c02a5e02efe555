import { lazy, Suspense } from 'react'
import type { Deploy } from '@sitewatch/sdk'

const VerdictText = lazy(async () => ({ default: (await import('./verdict-text.tsx')).VerdictText }))

interface VerdictNoteProps {
  deploy: Deploy
  /** Shows only the result for this website. */
  website_id?: number
}

/** The verdict on a deploy, with its comparison. Renders nothing for a deploy that is not compared. */
export function VerdictNote({ deploy: { verdict }, website_id }: VerdictNoteProps) {
  if (verdict === null) return null
  return (
    <Suspense fallback={null}>
      <VerdictText verdict={verdict} website_id={website_id} />
    </Suspense>
  )
}
