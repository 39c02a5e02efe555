import { type Language, pickLanguage } from '@sitewatch/contract'

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

/** The language that a browser requests with Accept-Language. Responses are cached per language. */
export const languageOf = (request: { headers: { 'accept-language'?: string | undefined } }): Language =>
  pickLanguage(readPreferences(request.headers['accept-language'] ?? ''))
