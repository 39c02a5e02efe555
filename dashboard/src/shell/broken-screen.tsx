import { t } from '@lingui/core/macro'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { isNotFound } from '../platform/api.ts'
import { Empty, ErrorBox, PageHeader } from '../ui/index.ts'

export function MissingScreen() {
  return (
    <div className="p-5">
      <PageHeader title={t`Page not found`} />
      <Empty title={t`This page does not exist.`}>
        <p>{t`It may have been deleted, or the link is incomplete.`}</p>
        <Link to="/" className="link">
          {t`Go to the overview`}
        </Link>
      </Empty>
    </div>
  )
}

/** Shown instead of a screen that failed to load or render. The frame around it stays. */
export function BrokenScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (isNotFound(error)) return <MissingScreen />
  const retry = (): void => {
    reset()
    void router.invalidate()
  }
  return (
    <div className="p-5">
      <PageHeader title={t`Something went wrong`} />
      <ErrorBox error={error} retry={retry} />
    </div>
  )
}
