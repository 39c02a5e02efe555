import { useLingui } from '@lingui/react/macro'
import { Field, type FormValues } from '../../ui/index.ts'

export function TagsField({ tags }: { tags: readonly string[] }) {
  const { t } = useLingui()
  return (
    <Field
      name="tags"
      label={t`Tags`}
      hint={t`Separate with commas, for example production, eu.`}
      defaultValue={tags.join(', ')}
      autoCapitalize="none"
      autoComplete="off"
      optional
    />
  )
}

export const readTags = (values: FormValues, name = 'tags'): string[] => splitTags(values.text(name))

/** Normalized as the API stores them, so that an unchanged field counts as unchanged. */
export const splitTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim().toLowerCase())
      .filter((tag) => tag !== '')
      .toSorted(),
  ),
]
