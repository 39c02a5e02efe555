/** Apart from format.ts: few screens need amounts of money, and the first load of the dashboard has no room for them. */
import { type Language, LOCALES } from './language.ts'

const formats = new Map<string, Intl.NumberFormat>()

function moneyFormat(currency: string, language: Language): Intl.NumberFormat {
  const key = `${language} ${currency}`
  const found = formats.get(key)
  if (found) return found
  const made = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  formats.set(key, made)
  return made
}

/** `€1,234.50`, with the decimals that the currency has. Text is formatted as it is, however many digits it has. */
export const formatMoney = (amount: string | number, currency: string, language: Language = 'en'): string =>
  moneyFormat(currency, language).format(amount as `${number}`)
