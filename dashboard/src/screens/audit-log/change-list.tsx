import { Plural } from '@lingui/react/macro'
import type { AuditEntry } from '@sitewatch/sdk'

const show = (value: unknown): string => {
  if (value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The changed fields, by their names in the API. */
export function ChangeList({ changes }: Pick<AuditEntry, 'changes'>) {
  if (changes.length === 0) return '–'
  const list = (
    <ul className="grid gap-1 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="min-w-0 wrap-anywhere">
          <code>{field}</code>{' '}
          <span className="text-soft">
            {before !== null && `${show(before)} → `}
            <span className="text-ink">{show(after)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
  if (changes.length <= 3) return list
  return (
    <details>
      <summary className="cursor-pointer text-sm">
        <Plural value={changes.length} one="# field" other="# fields" />
      </summary>
      {list}
    </details>
  )
}
