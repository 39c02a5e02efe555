import { type DropInEvent, type Fields, flattenProps, isFields, makeWireEvent, withoutFragment } from './sent-event.ts'

/** Old versions send the path and the host separately. */
function readUrl({ url, hostname }: Fields): unknown {
  if (typeof url !== 'string' || typeof hostname !== 'string' || !/^[/?#]|^$/.test(url)) return url
  return URL.parse(url, `https://${hostname}`)?.href ?? url
}

/** "1920x1080" */
function readWidth(screen: unknown): number | undefined {
  const [, width] = /^(\d{1,5})x\d+$/.exec(typeof screen === 'string' ? screen : '') ?? []
  return width === undefined ? undefined : Number(width)
}

/** Umami reads revenue from the properties `revenue` and `currency`. */
function readRevenue({ revenue, currency }: Fields): Fields | null {
  const isAmount = typeof revenue === 'number' || (typeof revenue === 'string' && revenue !== '')
  return isAmount && typeof currency === 'string' ? { amount: revenue, currency } : null
}

function translatePayload(type: unknown, payload: Fields): Fields | null {
  const { name, data, referrer, lcp, inp, cls, fcp, ttfb } = payload
  if (type === 'performance') return { n: 'vitals', v: { lcp, inp, cls, fcp, ttfb } }
  if (type !== 'event') return null
  // A referrer that is a path is a page of the same website.
  if (typeof name !== 'string' || name === '')
    return { n: 'pageview', r: typeof referrer === 'string' && referrer.startsWith('/') ? '' : referrer }
  const props = isFields(data) ? data : {}
  const revenue = readRevenue(props)
  const { revenue: _, currency: __, ...rest } = props
  return { n: 'event', a: name, p: flattenProps(revenue ? rest : props), $: revenue }
}

/** `{ type, payload: { website, url, … } }`: POST /api/send of Umami. */
export function readUmami({ type, payload }: Fields): DropInEvent | null {
  if (!isFields(payload)) return null
  const translated = translatePayload(type, payload)
  const page = { u: withoutFragment(readUrl(payload)), w: readWidth(payload['screen']) }
  return { tracking_id: payload['website'], event: translated && makeWireEvent({ ...page, ...translated }) }
}
