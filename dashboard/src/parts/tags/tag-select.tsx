import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../ui/index.ts'
import { tagsQuery } from '../../data/tags/queries.ts'

interface TagSelectProps {
  /** Offers only tags that monitors, or websites, have. */
  of: 'monitor_count' | 'website_count' | 'any'
  value: string | undefined
  onChoose: (tag: string | undefined) => void
}

/** Renders nothing if there are no tags to choose from. */
export function TagSelect({ of, value, onChoose }: TagSelectProps) {
  const { t } = useLingui()
  const tags = useQuery(tagsQuery)
  const used = (tags.data?.data ?? []).filter((tag) => of === 'any' || tag[of] > 0).map(({ name }) => name)
  const names = value === undefined || used.includes(value) ? used : [value, ...used]
  if (names.length === 0) return null
  return (
    <Select
      name="tag"
      label={t`Tag`}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? undefined : currentTarget.value)}
      choices={[{ value: '', label: t`Any` }, ...names.map((name) => ({ value: name, label: name }))]}
    />
  )
}
