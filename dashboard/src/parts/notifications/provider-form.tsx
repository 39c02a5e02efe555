import { i18n, type MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { findDestinationChange } from '@sitewatch/contract/destination'
import type { Provider, ProviderType, ProviderTypeField } from '@sitewatch/sdk'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  ASKED_AGAIN_HINT,
  Button,
  buttonClass,
  Checkbox,
  Field,
  Form,
  type FormValues,
  Select,
  Submit,
} from '../../ui/index.ts'
import { describeBrowser } from '../../platform/user-agent.ts'
import { findProviderType } from '../../data/notifications/find-provider-type.ts'
import { BrowserPush } from './browser-push.tsx'
import { prefill, type Prefills } from '../../data/notifications/provider-types.ts'
import { subscribeBrowser } from '../../data/notifications/push-subscription.ts'
import { draftQuietHours, readQuietHours } from './quiet-hours.ts'
import { QuietHoursSwitch } from './quiet-hours-switch.tsx'

export type ProviderInput = Record<string, string | boolean | null | Provider['quiet_hours']>

interface ProviderFormProps {
  type: ProviderType
  /** Its secrets are masked. Sending a masked value back does not change the secret. */
  stored?: Provider
  prefills?: Prefills
  /** Initial value of `is_default` for a new provider. */
  isDefault?: boolean
  action: string
  save: (fields: ProviderInput) => Promise<unknown>
  /** Sends a test with the values in the form, without saving them. */
  test?: (fields: ProviderInput) => Promise<unknown>
  children?: ReactNode
}

interface ProviderFieldProps {
  field: ProviderTypeField
  value: string
  /** Instead of the hint of the field. */
  hint: MessageDescriptor | undefined
  onType: (value: string) => void
}

function ProviderField({ field, value, hint: otherHint, onType }: ProviderFieldProps) {
  const { name, input, optional, choices } = field
  const label = i18n._(field.label)
  const ownHint = field.hint === undefined ? undefined : i18n._(field.hint)
  const hint = otherHint ? i18n._(otherHint) : ownHint
  if (choices) {
    const offered = Object.entries(choices).map(([key, text]) => ({ value: key, label: i18n._(text) }))
    const all = optional ? [{ value: '', label: t`Default` }, ...offered] : offered
    return <Select name={name} label={label} hint={hint} defaultValue={value} choices={all} />
  }
  return (
    <Field
      name={name}
      label={label}
      hint={hint}
      type={input}
      optional={optional}
      defaultValue={value}
      onChange={(event) => onType(event.currentTarget.value)}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      figures
    />
  )
}

interface ProviderFieldsProps {
  type: ProviderType
  valueOf: (field: ProviderTypeField) => string
  /** The values are those of a stored provider. */
  isStored?: boolean
}

/** The fields of a provider type, from its definition in the contract. */
export function ProviderFields({ type, valueOf, isStored = false }: ProviderFieldsProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { fields, subscribes_browser } = findProviderType(type)
  if (subscribes_browser) return <BrowserPush />
  // Of a URL that is masked, only the server knows whether it points to another server.
  const shownUrls = fields.filter(({ input, secret }) => input === 'url' && !secret)
  const urls = shownUrls.map((field) => typed[field.name]?.trim() ?? valueOf(field))
  const isMoved = isStored && findDestinationChange({ urls: shownUrls.map(valueOf) }, { urls }) !== null
  return fields.map((field) => (
    <ProviderField
      key={`${type} ${field.name}`}
      field={field}
      value={valueOf(field)}
      hint={isMoved && field.secret && valueOf(field) !== '' ? ASKED_AGAIN_HINT : undefined}
      onType={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
    />
  ))
}

const nameBrowser = (): string => describeBrowser(navigator.userAgent)

/** The form values in the format of the API. For web push, the subscription of this browser, named after the browser. */
export async function readProviderFields(
  type: ProviderType,
  values: FormValues,
): Promise<Record<string, string | null>> {
  const { fields, subscribes_browser } = findProviderType(type)
  if (subscribes_browser) return { name: nameBrowser(), ...(await subscribeBrowser()) }
  return Object.fromEntries(
    fields.map(({ name, optional }) => [name, optional && values.text(name).trim() === '' ? null : values.text(name)]),
  )
}

function Cancel({ isStored, onReset }: { isStored: boolean; onReset: () => void }) {
  if (isStored) {
    return (
      <Button type="reset" onClick={onReset}>
        {t`Cancel`}
      </Button>
    )
  }
  return (
    <Link to="/notifications" className={buttonClass()}>
      {t`Cancel`}
    </Link>
  )
}

function TestFirst() {
  return (
    <Submit kind="plain" intent="test">
      {t`Send a test first`}
    </Submit>
  )
}

export function ProviderForm({
  type,
  stored,
  prefills,
  isDefault = false,
  action,
  save,
  test,
  children,
}: ProviderFormProps) {
  const [quiet, setQuiet] = useState(() => draftQuietHours(stored?.quiet_hours))
  const [resets, setResets] = useState(0)
  const valueOf = (field: ProviderTypeField): string => {
    const value = stored ? (stored as unknown as Record<string, unknown>)[field.name] : prefill(field, prefills)
    return typeof value === 'string' ? value : ''
  }
  const reset = (): void => {
    setQuiet(draftQuietHours(stored?.quiet_hours))
    setResets(resets + 1)
  }
  const isBrowser = findProviderType(type).subscribes_browser === true
  const read = async (values: FormValues): Promise<ProviderInput> => ({
    // A stored provider changes its browser with a separate button.
    ...(!(isBrowser && stored) && (await readProviderFields(type, values))),
    is_default: values.checked('is_default'),
    ...(values.optionalText('name') !== undefined && { name: values.text('name') }),
    quiet_hours: readQuietHours(quiet),
  })
  return (
    <Form
      label={action}
      submit={async (values) => (values.text('intent') === 'test' && test ? test : save)(await read(values))}
      className="grid max-w-xl gap-5"
    >
      {!(isBrowser && stored) && <ProviderFields key={resets} type={type} valueOf={valueOf} isStored={!!stored} />}
      <Field
        name="name"
        label={t`Name`}
        optional
        hint={isBrowser ? undefined : t`Leave empty to use the type and the destination.`}
        defaultValue={stored?.name ?? (isBrowser ? nameBrowser() : '')}
        autoComplete="off"
      />
      <Checkbox
        name="is_default"
        label={t`Default for new monitors`}
        hint={t`New monitors alert it unless you choose otherwise. Existing monitors do not change.`}
        defaultChecked={stored?.is_default ?? isDefault}
      />
      <QuietHoursSwitch draft={quiet} onChange={setQuiet} />
      {children}
      <div className="flex flex-wrap gap-3">
        <Submit>{action}</Submit>
        {test && <TestFirst />}
        <Cancel isStored={stored !== undefined} onReset={reset} />
      </div>
    </Form>
  )
}
