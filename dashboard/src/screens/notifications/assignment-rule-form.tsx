import { t } from '@lingui/core/macro'
import type { AssignmentRule, Provider } from '@sitewatch/sdk'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import {
  Button,
  Checkbox,
  CheckboxGroup,
  Field,
  Form,
  type FormValues,
  Picker,
  Select,
  Submit,
  toast,
} from '../../ui/index.ts'
import { websiteChoices } from '../../data/websites/website-choices.ts'

interface RuleFormProps {
  stored: AssignmentRule | undefined
  providers: readonly Provider[]
  onSaved: () => Promise<unknown>
  onClose: () => void
}

type Scope = AssignmentRule['applies_to']

const readRule = (values: FormValues, applies_to: Scope) => ({
  applies_to,
  name: values.optionalText('name') ?? null,
  tag: applies_to === 'tag' ? values.text('tag') : null,
  website_id: applies_to === 'website' ? (values.optionalNumber('website_id') ?? null) : null,
  provider_ids: values.all('provider_ids').map(Number),
})

export function AssignmentRuleForm({ stored, providers, onSaved, onClose }: RuleFormProps) {
  const [scope, setScope] = useState<Scope>(stored?.applies_to ?? 'tag')
  async function save(values: FormValues): Promise<void> {
    const rule = readRule(values, scope)
    if (stored) await api.assignmentRules.update(stored.id, rule)
    else await api.assignmentRules.create(rule)
    await onSaved()
    toast(stored ? t`Rule saved` : t`Rule added`)
    onClose()
  }
  return (
    <Form label={t`Assignment rule`} submit={save}>
      <Select
        name="applies_to"
        label={t`Applies to`}
        value={scope}
        onChange={({ currentTarget }) => setScope(currentTarget.value as Scope)}
        choices={[
          { value: 'tag', label: t`Everything with a tag` },
          { value: 'website', label: t`All monitors of a website` },
          { value: 'all', label: t`All monitors` },
        ]}
      />
      <ScopeFields scope={scope} stored={stored} />
      <CheckboxGroup name="provider_ids" legend={t`Send alerts to`}>
        {providers.map(({ id, name }) => (
          <Checkbox
            key={id}
            name="provider_ids"
            value={String(id)}
            label={<span className="wrap-anywhere">{name}</span>}
            defaultChecked={stored?.provider_ids.includes(id) ?? false}
          />
        ))}
      </CheckboxGroup>
      <Field name="name" label={t`Name`} optional defaultValue={stored?.name ?? ''} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Submit>{stored ? t`Save changes` : t`Add rule`}</Submit>
      </div>
    </Form>
  )
}

function ScopeFields({ scope, stored }: { scope: Scope; stored: AssignmentRule | undefined }) {
  if (scope === 'all') return null
  if (scope === 'tag') {
    return (
      <Field
        name="tag"
        label={t`Tag`}
        hint={t`Monitors with this tag, and monitors of websites with this tag.`}
        defaultValue={stored?.tag ?? ''}
      />
    )
  }
  return (
    <Picker
      name="website_id"
      legend={t`Website`}
      noun={t`websites`}
      source={websiteChoices}
      initial={stored?.website_id == null ? [] : [String(stored.website_id)]}
      one={{ none: t`None` }}
      empty={t`No websites yet.`}
    />
  )
}
