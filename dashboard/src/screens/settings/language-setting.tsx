import { t } from '@lingui/core/macro'
import { type Language, LANGUAGE_NAMES, LANGUAGES } from '@sitewatch/contract/language'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { storeLanguage } from '../../platform/language.ts'
import { ErrorBox, Section, Select } from '../../ui/index.ts'

export function LanguageSetting({ language }: { language: Language | null }) {
  const [error, setError] = useState<unknown>()
  async function choose(value: string): Promise<void> {
    setError(undefined)
    const choice = LANGUAGES.find((each) => each === value) ?? null
    try {
      await api.account.update({ language: choice })
      storeLanguage(choice)
      // Every text on the screen changes, and so does everything derived from one.
      location.reload()
    } catch (caught) {
      setError(caught)
    }
  }
  return (
    <Section title={t`Language`}>
      <div className="grid max-w-md gap-3">
        {error !== undefined && <ErrorBox error={error} />}
        <Select
          name="language"
          label={t`Language`}
          hint={t`Used in the dashboard, and in the mails and reports we send you.`}
          value={language ?? ''}
          onChange={(event) => void choose(event.target.value)}
          choices={[
            { value: '', label: t`Browser default` },
            ...LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_NAMES[each] })),
          ]}
        />
      </div>
    </Section>
  )
}
