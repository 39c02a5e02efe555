import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  type NotificationPreferences,
  type Provider,
  PROVIDER_TYPES,
  type ProviderType,
  type ProvidersCreateInput,
} from '@sitewatch/sdk'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../platform/api.ts'
import { sessionQuery } from '../../data/accounts/queries.ts'
import { translateLabel } from '../../platform/language.ts'
import { Button, Form, type FormValues, Loaded, Notice, Select, Submit } from '../../ui/index.ts'
import { providersQuery } from '../../data/notifications/providers-query.ts'
import { describeMissing } from '../../parts/notifications/missing-settings.tsx'
import { ProviderFields, readProviderFields } from '../../parts/notifications/provider-form.tsx'
import { makePrefills, prefill, PROVIDER_TYPE_LIST } from '../../data/notifications/provider-types.ts'
import { preferencesQuery } from '../../data/notifications/queries.ts'
import { isSameProvider } from './same-provider.ts'

interface AlertStepProps {
  monitor_id: number | undefined
  onDone: () => void
}

/** The provider that the monitor alerts. The step is done when a test was delivered. */
export function AlertStep({ monitor_id, onDone }: AlertStepProps) {
  const preferences = useQuery(preferencesQuery)
  const providers = useQuery({ ...providersQuery, refetchOnWindowFocus: false })
  const [tested, setTested] = useState<TestedProvider>()
  if (tested) {
    return (
      <div className="grid gap-5">
        <Notice kind="done" title={translateLabel(tested.message)}>
          <Trans>{tested.provider.name} is alerted when the monitor goes down.</Trans>
        </Notice>
        <div>
          <Button kind="primary" onClick={onDone}>
            {t`Finish`}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <Loaded query={preferences}>
      {({ unavailable_types }) => (
        <Loaded query={providers}>
          {(existing) => (
            <AlertForm
              existing={existing}
              unavailable={unavailable_types}
              monitor_id={monitor_id}
              onDelivered={setTested}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface AlertFormProps {
  existing: readonly Provider[]
  unavailable: NotificationPreferences['unavailable_types']
  monitor_id: number | undefined
  onDelivered: (tested: TestedProvider) => void
}

interface TestedProvider {
  provider: Provider
  message: string
}

const sendTest = async (provider: Provider): Promise<TestedProvider> => ({
  provider,
  message: (await api.providers.test(provider.id)).message,
})

/** Deletes the provider again if the test fails: otherwise the next attempt would add a second one. */
async function createTested(input: ProvidersCreateInput): Promise<TestedProvider> {
  const provider = await api.providers.create(input)
  try {
    return await sendTest(provider)
  } catch (error) {
    await api.providers.remove(provider.id)
    throw error
  }
}

const missingChoice = (): never => {
  throw new Error(t`Choose how alerts are sent.`)
}

const labelOf = (type: ProviderType): string => translateLabel(PROVIDER_TYPES[type].label)
const existingChoice = (id: number): string => `existing ${id}`

function AlertForm({ existing, unavailable, monitor_id, onDelivered }: AlertFormProps) {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const client = useQueryClient()
  const unavailableTypes = new Set(unavailable.map(({ provider_type }) => provider_type))
  const types = PROVIDER_TYPE_LIST.filter((type) => !unavailableTypes.has(type))
  const usable = existing.filter(({ provider_type }) => !unavailableTypes.has(provider_type))
  const [choice, setChoice] = useState<string>(usable[0] ? existingChoice(usable[0].id) : (types[0] ?? ''))
  const [prefills] = useState(() => makePrefills(session.user.email))
  const type = types.find((each) => each === choice)

  /** Reuses an existing provider: a second identical one would send every alert twice. */
  function findExisting(input: ProvidersCreateInput | undefined): Provider | undefined {
    if (input === undefined) return usable.find(({ id }) => existingChoice(id) === choice)
    return existing.find((provider) => isSameProvider(provider, input))
  }

  async function submit(values: FormValues): Promise<void> {
    const input = type && ({ provider_type: type, ...(await readProviderFields(type, values)) } as ProvidersCreateInput)
    const found = findExisting(input)
    const tested =
      found || !input
        ? await sendTest(found ?? missingChoice())
        : await createTested({ ...input, is_default: existing.length === 0 })
    if (monitor_id !== undefined) {
      await api.monitors.assign(monitor_id, { provider_id: tested.provider.id, enabled: true })
    }
    onDelivered(tested)
    await Promise.all(['providers', 'monitors'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  }

  return (
    <Form submit={submit} label={t`Send alerts to`}>
      <Select
        name="provider"
        label={t`Send alerts by`}
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
        choices={[
          ...usable.map(({ id, name }) => ({ value: existingChoice(id), label: name })),
          ...types.map((each) => ({
            value: each,
            label: usable.length > 0 ? t`New: ${labelOf(each)}` : labelOf(each),
          })),
        ]}
      />
      {type && <ProviderFields type={type} valueOf={(field) => prefill(field, prefills)} />}
      {unavailable.length > 0 && (
        <p className="text-sm wrap-anywhere text-soft">
          <Trans>Not available on this server: {unavailable.map(describeMissing).join(' ')}</Trans>
        </p>
      )}
      <div>
        <Submit>{t`Send a test alert`}</Submit>
      </div>
    </Form>
  )
}
