import { AsyncLocalStorage } from 'node:async_hooks'
import { type Language, LOCALES } from '@sitewatch/contract'
import { IntlMessageFormat } from 'intl-messageformat'
import { escapeHtml } from '../html/escape.ts'
import { readCatalogue } from './catalogue.ts'

type NameOf<Head extends string> = Head extends `${infer Name},${string}` ? Name : Head
type OneWord<Name extends string> = Name extends `${string}${' ' | '#' | '{'}${string}` | '' ? never : Name
/** The placeholders of a message: `'{count, plural, one {# visit} other {# visits}} on {site}'` has count and site. */
type Placeholder<Message extends string> = Message extends `${string}{${infer Head}}${infer Rest}`
  ? OneWord<NameOf<Head>> | Placeholder<Rest>
  : never

type Value = string | number
type Values<Message extends string> = { readonly [Name in Placeholder<Message>]: Value }
type ValuesArgument<Message extends string> = string extends Message
  ? [values?: Readonly<Record<string, Value>>]
  : [Placeholder<Message>] extends [never]
    ? []
    : [values: Values<Message>]

/** Marks a text that is translated later, by `t(TEXT)`. */
export const msg = <const Message extends string>(message: Message): Message => message

type Render = (inner: string) => string

interface Texts {
  compile: (message: string) => IntlMessageFormat
}

function readTexts(language: Language): Texts {
  const translations = language === 'en' ? new Map<string, string>() : readCatalogue(language)
  const compiled = new Map<string, IntlMessageFormat>()
  return {
    compile(message) {
      const found = compiled.get(message)
      if (found) return found
      const created = new IntlMessageFormat(translations.get(message) ?? message, LOCALES[language])
      compiled.set(message, created)
      return created
    },
  }
}

/** Each catalogue is read once, at its first use. */
const texts = new Map<Language, Texts>()

function textsOf(language: Language): Texts {
  const found = texts.get(language)
  if (found) return found
  const created = readTexts(language)
  texts.set(language, created)
  return created
}

const languages = new AsyncLocalStorage<Language>()

/** Everything that `compose` writes with `t` is in this language. Outside of it texts are English, as the API, logs and SMS are. */
export const inLanguage = <Composed>(language: Language, compose: () => Composed): Composed =>
  languages.run(language, compose)

export const currentLanguage = (): Language => languages.getStore() ?? 'en'

/** A text for people. The first argument is its English text: `npm run messages` collects it, so it has to be a literal. */
export function t<const Message extends string>(message: Message, ...[values]: ValuesArgument<Message>): string {
  return String(textsOf(currentLanguage()).compile(message).format(values))
}

/** The same as HTML: values are escaped, `<b>…</b>` in the message is rendered by `tags.b`. The message itself is ours. */
t.html = (
  message: string,
  values: Readonly<Record<string, Value>>,
  tags: Readonly<Record<string, Render>> = {},
): string => {
  const escape = (value: Value): Value => (typeof value === 'string' ? escapeHtml(value) : value)
  const all = [
    ...Object.entries(values).map(([name, value]) => [name, escape(value)] as const),
    ...Object.entries(tags).map(([name, render]) => [name, (parts: string[]) => render(parts.join(''))] as const),
  ]
  return String(textsOf(currentLanguage()).compile(message).format<string>(Object.fromEntries(all)))
}
