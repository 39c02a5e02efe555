import { z } from 'zod'

/** A field of a provider: what the API accepts for it, and how a form asks for it. Every value is text. */
export interface ProviderField {
  schema: z.ZodType<string | null>
  label: string
  hint?: string
  /** The keyboard and the checks that a browser offers. A `url` is vetted before it is stored: a user named that host. */
  input?: 'text' | 'url' | 'email' | 'tel'
  /** Instead of free text: values with their labels. */
  choices?: Readonly<Record<string, string>>
  /** May be left out, or null. */
  optional?: true
  /** Encrypted at rest, and read back masked. */
  secret?: true
  /** What a form starts with. */
  prefill?: 'account_email' | 'signing_secret'
}

/** One kind of notification provider, whole: the API, the SDK, the dashboard and the docs are made from it. */
export interface ProviderDefinition {
  provider_type: string
  label: string
  /** One sentence, shown where people choose. */
  description: string
  /** The field that names where messages go. Masked, it is part of the default name. */
  destination: string
  /** Messages reach a person directly, who has to agree where strangers may sign up. */
  reaches_person?: true
  /** A form takes the fields from the push subscription of the browser that it is open in, and asks for none of them. */
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
  subscribes_browser?: true
  fields: Fields
}) => definition

/** The same for all that post to a URL of the user's own. */
export const WebhookUrl = z.string().trim().min(1).max(2048)

/** A secret in a known form. A masked one passes, since sent back it means "as it was". */
export const secretText = (max: number, pattern: RegExp, error: string) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => pattern.test(text) || text.startsWith('…'), { error, params: { code: 'invalid_format' } })
