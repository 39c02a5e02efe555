import type { MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Link, type LinkProps } from '@tanstack/react-router'

interface TabNavProps {
  label: string
  parts: readonly { to: NonNullable<LinkProps['to']>; label: MessageDescriptor }[]
}

/** Links to related screens, shown as tabs. */
export function TabNav({ label: name, parts }: TabNavProps) {
  return (
    <nav aria-label={name} className="mb-8 border-b border-line">
      <ul className="flex flex-wrap gap-x-6">
        {parts.map(({ to, label }) => (
          <li key={to} className="-mb-px">
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="block border-b-2 border-transparent py-2 text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
