/** One field of a form, without zod: what the dashboard's forms are generated from. */
export interface FormField {
  /** The API's own name, so that what the server says finds its field. */
  readonly name: string
  readonly label: string
  /** `scalar`: a text, a number, true, false or null. `rows`: several, each with the same columns. */
  readonly kind: 'text' | 'number' | 'choice' | 'flag' | 'list' | 'map' | 'scalar' | 'rows'
  readonly help?: string
  readonly unit?: string
  readonly default?: unknown
  readonly multiline?: true
  /** Of a list: each is a number. */
  readonly numeric?: true
  readonly secret?: true
  /** May be left empty. */
  readonly optional?: true
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** Shown only while another field has one of these values, and otherwise cleared. */
  readonly when?: { readonly field: string; readonly is: readonly string[] }
  readonly columns?: readonly FormField[]
}

/** What the monitor form and the filter of the list know of one type of check. */
export interface MonitorTypeForm {
  readonly type: string
  readonly label: string
  readonly description: string
  /** Null for a passive type: there is no target to ask for, and no interval, timeout or location. */
  readonly url: { readonly label: string; readonly placeholder: string } | null
  readonly fields: readonly FormField[]
}
