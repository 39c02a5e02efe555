/** A field of a provider, as a form asks for it. Its rules are in the OpenAPI document. */
export interface ProviderTypeField {
  /** The API's own name, so that an error of the API finds its field. */
  name: string
  label: string
  hint?: string
  input: 'text' | 'url' | 'email' | 'tel'
  /** Instead of free text: values with their labels. */
  choices?: Readonly<Record<string, string>>
  optional?: true
  /** Read back masked; a masked value sent back changes nothing. */
  secret?: true
  /** What a form starts with: the account's own address, or a new random secret. */
  prefill?: 'account_email' | 'signing_secret'
}

/** A kind of notification provider: enough to offer it, to ask for its fields and to show it. */
export interface ProviderTypeInfo {
  label: string
  description: string
  /** The field that names where messages go. */
  destination: string
  /** A form takes the fields from the push subscription of the browser that it is open in, and asks for none of them. */
  subscribes_browser?: true
  fields: readonly ProviderTypeField[]
}
