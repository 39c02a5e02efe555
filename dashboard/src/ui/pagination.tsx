import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { PageMeta } from '@sitewatch/sdk'
import { Button } from './button.tsx'

interface PaginationProps {
  meta: PageMeta
  onPage: (page: number) => void
  /** What is listed: "monitors". */
  noun: string
}

/** Hidden if there is only one page. After the last row of the last page was deleted, the current page is beyond the last one and can be left. */
export function Pagination({ meta, onPage, noun }: PaginationProps) {
  if (meta.last_page <= 1 && meta.current_page <= 1) return null
  return (
    <nav aria-label={t`Pages of ${noun}`} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="figures text-sm text-soft">
        <Trans>
          {meta.from ?? 0}–{meta.to ?? 0} of {meta.total}
        </Trans>
      </p>
      <div className="flex gap-2">
        <Button
          disabled={meta.current_page <= 1}
          onClick={() => onPage(Math.min(meta.current_page - 1, meta.last_page))}
        >
          {t`← Previous`}
        </Button>
        <Button disabled={meta.current_page >= meta.last_page} onClick={() => onPage(meta.current_page + 1)}>
          {t`Next →`}
        </Button>
      </div>
    </nav>
  )
}
