/** Separate from format.ts, because few screens show amounts of money and the initial load of the dashboard must stay small. */
import { type Language, LOCALES } from './language.ts'

const formats = new Map<string, Intl.NumberFormat>()

function moneyFormat(currency: string, language: Language): Intl.NumberFormat {
  const key = `${language} ${currency}`
  const found = formats.get(key)
  if (found) return found
  const format = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  formats.set(key, format)
  return format
}

/** `€1,234.50`, with the decimals that the currency has. Text is formatted exactly, however many digits it has. */
export const formatMoney = (amount: string | number, currency: string, language: Language = 'en'): string =>
  moneyFormat(currency, language).format(amount as `${number}`)
