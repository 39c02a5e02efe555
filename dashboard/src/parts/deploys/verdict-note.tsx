import type { Deploy } from '@sitewatch/sdk'
import { VerdictText } from './verdict-text.tsx'

interface VerdictNoteProps {
  deploy: Deploy
  /** Shows only the result for this website. */
  website_id?: number
}

/** The verdict on a deploy, with its comparison. Renders nothing for a deploy that is not compared. */
export function VerdictNote({ deploy: { verdict }, website_id }: VerdictNoteProps) {
  if (verdict === null) return null
  return <VerdictText verdict={verdict} website_id={website_id} />
}
