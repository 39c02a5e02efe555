import { type Language, LOCALES, pickLanguage } from '@sitewatch/contract'
import { IntlMessageFormat } from 'intl-messageformat'
import { escapeHtml } from '../html/escape.ts'
import { readCatalogue } from './catalogue.ts'

type NameOf<Head extends string> = Head extends `${infer Name},${string}` ? Name : Head
type OneWord<Name extends string> = Name extends `${string}${' ' | '#' | '{'}${string}` | '' ? never : Name
/** The placeholders of a message: `'{count, plural, one {# visit} other {# visits}} on {site}'` has count and site. */
export type Placeholder<Message extends string> = Message extends `${string}{${infer Head}}${infer Rest}`
  ? OneWord<NameOf<Head>> | Placeholder<Rest>
  : never

type Value = string | number
type Values<Message extends string> = { readonly [Name in Placeholder<Message>]: Value }
type Given<Message extends string> = string extends Message
  ? [values?: Readonly<Record<string, Value>>]
  : [Placeholder<Message>] extends [never]
    ? []
    : [values: Values<Message>]

/** Text in one language. The first argument is the English text: `npm run messages` collects it, so it has to be a literal. */
export interface Translate {
  <const Message extends string>(message: Message, ...given: Given<Message>): string
  /** As HTML: values are escaped, `<b>…</b>` in the message is rendered by `tags.b`. The message itself is ours. */
  html: (
    message: string,
    values: Readonly<Record<string, Value>>,
    tags?: Readonly<Record<string, (inner: string) => string>>,
  ) => string
  readonly language: Language
}

/** Marks a text that is translated later, by `t(TEXT)`. */
export const msg = <const Message extends string>(message: Message): Message => message

function createTranslate(language: Language): Translate {
  const translations = language === 'en' ? new Map<string, string>() : readCatalogue(language)
  const compiled = new Map<string, IntlMessageFormat>()

  function compile(message: string): IntlMessageFormat {
    const found = compiled.get(message)
    if (found) return found
    const made = new IntlMessageFormat(translations.get(message) ?? message, LOCALES[language])
    compiled.set(message, made)
    return made
  }

  const translate = (message: string, values: Readonly<Record<string, Value>> = {}): string =>
    String(compile(message).format(values))

  const html: Translate['html'] = (message, values, tags = {}) => {
    const rendered = Object.fromEntries(
      Object.entries(tags).map(([name, render]) => [name, (parts: string[]) => render(parts.join(''))]),
    )
    const escaped = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? escapeHtml(value) : value]),
    )
    return String(compile(message).format<string>({ ...escaped, ...rendered }))
  }

  return Object.assign(translate, { html, language }) as Translate
}

const made = new Map<Language, Translate>()

/** The texts of a language. Read from its catalogue once. */
export function translateTo(language: Language): Translate {
  const found = made.get(language)
  if (found) return found
  const translate = createTranslate(language)
  made.set(language, translate)
  return translate
}

/** In the order of the header's weights: `de;q=0.5, fr` prefers French. */
function readPreferences(accepted: string): string[] {
  return accepted
    .split(',')
    .map((each) => {
      const [tag = '', weight = 'q=1'] = each.split(';').map((part) => part.trim())
      return { tag, weight: Number.parseFloat(weight.replace('q=', '')) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

/** What a stranger's browser asks for, by its Accept-Language header. */
export const languageOf = (request: { headers: { 'accept-language'?: string | undefined } }): Language =>
  pickLanguage(readPreferences(request.headers['accept-language'] ?? ''))
