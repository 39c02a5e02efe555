import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { StatusPage, StatusPagesUpdateInput } from '@sitewatch/sdk'
import { useState } from 'react'
import { Checkbox, Field, type FormValues, Select } from '../../ui/index.ts'

type Visibility = StatusPage['visibility']

export const VISIBILITIES: Readonly<Record<Visibility, MessageDescriptor>> = {
  public: msg`Public`,
  password: msg`Password-protected`,
  team: msg`Team only`,
}

const VISIBILITY_HINTS: Readonly<Record<Visibility, MessageDescriptor>> = {
  public: msg`Anyone can open the page.`,
  password: msg`The page, its feed and its JSON need the password. Members of the team need none.`,
  team: msg`Only signed-in members of the team can open the page. Nobody can subscribe, and it is not served on a custom domain.`,
}

export function readAccess(values: FormValues): Pick<StatusPagesUpdateInput, 'visibility' | 'password'> {
  const password = values.optionalText('password')
  return { visibility: values.text('visibility') as Visibility, ...(password !== undefined && { password }) }
}

export function AccessFields({ stored }: { stored: StatusPage | undefined }) {
  const [visibility, setVisibility] = useState<Visibility>(stored?.visibility ?? 'public')
  const hasPassword = stored?.has_password ?? false
  return (
    <>
      <Select
        name="visibility"
        label={t`Visibility`}
        hint={t(VISIBILITY_HINTS[visibility])}
        value={visibility}
        onChange={({ target }) => setVisibility(target.value as Visibility)}
        choices={(Object.keys(VISIBILITIES) as Visibility[]).map((value) => ({ value, label: t(VISIBILITIES[value]) }))}
      />
      {visibility === 'password' && (
        <Field
          name="password"
          label={t`Password`}
          type="password"
          autoComplete="new-password"
          optional={hasPassword}
          hint={
            hasPassword
              ? t`Leave empty to keep the current password. A new one ends the access and the subscriptions of those who know only the old one.`
              : t`Share it with the people who may see the page. People who subscribed before must subscribe again.`
          }
        />
      )}
    </>
  )
}

/** The colour of links in Sitewatch. */
const DEFAULT_COLOR = '#1f4fd8'

export function AccentField({ stored }: { stored: string | null }) {
  const [isOn, setOn] = useState(stored !== null)
  return (
    <>
      <Checkbox
        name="has_accent"
        label={t`Custom accent color`}
        checked={isOn}
        onChange={({ target }) => setOn(target.checked)}
      />
      {isOn && (
        <Field
          name="accent_color"
          label={t`Accent color`}
          type="color"
          defaultValue={stored ?? DEFAULT_COLOR}
          hint={t`Used for links and buttons. It is darkened or lightened where text would be hard to read.`}
          className="h-10 max-w-24 p-1"
        />
      )}
    </>
  )
}
