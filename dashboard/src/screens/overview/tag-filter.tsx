import { t } from '@lingui/core/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Empty } from '../../ui/index.ts'
import { TagSelect } from '../../parts/tags/tag-select.tsx'

const route = getRouteApi('/app/')

export function TagFilter() {
  const { tag } = route.useSearch()
  const navigate = route.useNavigate()
  return <TagSelect of="any" value={tag} onChoose={(next) => void navigate({ to: '.', search: { tag: next } })} />
}

/** Renders nothing without a tag: then the team has no websites and monitors yet, which the text above says. */
export function NothingTagged() {
  const { tag } = route.useSearch()
  if (tag === undefined) return null
  return (
    <Empty title={t`No websites or monitors have the tag “${tag}”.`}>
      <Link to="/" className="link">
        {t`Show all`}
      </Link>
    </Empty>
  )
}
