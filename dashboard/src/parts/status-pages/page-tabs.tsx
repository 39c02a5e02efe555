import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'

const TAB_CLASS =
  'block border-b-2 border-transparent py-2 text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink'

/** The two screens of a status page: its settings and its incidents. */
export function PageTabs({ pageId }: { pageId: string }) {
  return (
    <nav aria-label={t`Status page`} className="mb-8 border-b border-line">
      <ul className="flex flex-wrap gap-x-6">
        <li className="-mb-px">
          <Link to="/status-pages/$pageId" params={{ pageId }} activeOptions={{ exact: true }} className={TAB_CLASS}>
            {t`Settings`}
          </Link>
        </li>
        <li className="-mb-px">
          <Link
            to="/status-pages/$pageId/incidents"
            params={{ pageId }}
            activeOptions={{ exact: true, includeSearch: false }}
            className={TAB_CLASS}
          >
            {t`Incidents`}
          </Link>
        </li>
      </ul>
    </nav>
  )
}
