import { z } from 'zod'

/** A field of a provider: its schema in the API and its description in a form. Every value is text. */
export interface ProviderField {
  schema: z.ZodType<string | null>
  label: string
  hint?: string
  /** Input type in the browser. A `url` is vetted before it is stored, because a user chose the host. */
  input?: 'text' | 'url' | 'email' | 'tel'
  /** Instead of free text: values with their labels. */
  choices?: Readonly<Record<string, string>>
  /** May be left out, or null. */
  optional?: true
  /** Encrypted at rest, and returned masked. */
  secret?: true
  /** Initial value in a form. */
  prefill?: 'account_email' | 'signing_secret'
}

/** Complete definition of a provider type. The API, the SDK, the dashboard and the docs are generated from it. */
export interface ProviderDefinition {
  provider_type: string
  label: string
  /** One sentence, shown in the list of provider types. */
  description: string
  /** The field with the destination of messages. Its masked value is part of the default name. */
  destination: string
  /** Messages reach a person directly. If sign-up is open to everybody, that person has to agree. */
  reaches_person?: true
  /** Each message costs money: it counts against the team's daily SMS limit, and acknowledgements are not announced. */
  uses_sms_budget?: true
  /** A form reads the fields from the push subscription of the current browser, instead of asking for them. */
  subscribes_browser?: true
  fields: Readonly<Record<string, ProviderField>>
}

export const defineProvider = <
  const Type extends string,
  const Fields extends Readonly<Record<string, ProviderField>>,
>(definition: {
  provider_type: Type
  label: string
  description: string
  destination: keyof Fields & string
  reaches_person?: true
  uses_sms_budget?: true
  subscribes_browser?: true
  fields: Fields
}) => definition

/** For all types that post to a URL of the user. */
export const WebhookUrl = z.string().trim().min(1).max(2048)

/** A channel, or the name that messages are posted under. */
export const ChatName = z.string().trim().min(1).max(200).nullable()

/** A secret in a known format. A masked value is also valid: it keeps the stored secret. */
export const secretText = (max: number, pattern: RegExp, error: string) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => pattern.test(text) || text.startsWith('…'), { error, params: { code: 'invalid_format' } })
