import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

interface TagChipsProps {
  tags: readonly string[]
  /** The list that a chip filters. */
  to: '/monitors' | '/websites'
}

export function TagChips({ tags, to }: TagChipsProps) {
  const { t } = useLingui()
  if (tags.length === 0) return null
  return (
    <span role="group" aria-label={t`Tags`} className="flex min-w-0 flex-wrap gap-1">
      {tags.map((tag) => (
        <Link
          key={tag}
          to={to}
          search={{ tag }}
          className="rounded border border-line px-1.5 text-sm leading-6 wrap-anywhere text-soft hover:border-line-strong hover:text-ink"
        >
          {tag}
        </Link>
      ))}
    </span>
  )
}
