/** One field of a form, without zod. The dashboard's forms are generated from it. */
export interface FormField {
  /** The name in the API, so that error messages of the server are shown at the right field. */
  readonly name: string
  readonly label: string
  /** `scalar`: a text, a number, true, false or null. `rows`: several, each with the same columns. */
  readonly kind: 'text' | 'number' | 'choice' | 'flag' | 'list' | 'map' | 'scalar' | 'rows'
  readonly help?: string
  readonly unit?: string
  readonly default?: unknown
  readonly multiline?: true
  /** For a list: its values are numbers. */
  readonly numeric?: true
  readonly secret?: true
  /** May be left empty. */
  readonly optional?: true
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** Shown only while another field has one of these values, and otherwise cleared. */
  readonly when?: { readonly field: string; readonly is: readonly string[] }
  readonly columns?: readonly FormField[]
  /** The help says what an empty field means, so the label does not say that it is optional. */
  readonly hint_says_optional?: true
}

/** A setting of monitors of every type. */
export interface MonitorField extends FormField {
  /** Means nothing for a type that waits for pings. */
  readonly needs_target?: true
}

/** Description of a check type for the monitor form and the filter of the list. */
export interface MonitorTypeForm {
  readonly type: string
  readonly label: string
  readonly description: string
  /** Null for a passive type, which has no target, interval, timeout or location. */
  readonly url: { readonly label: string; readonly placeholder: string } | null
  readonly fields: readonly FormField[]
}
