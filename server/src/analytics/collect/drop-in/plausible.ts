import {
  type DropInEvent,
  type Fields,
  flattenProps,
  makeWireEvent,
  parseFields,
  withoutFragment,
} from './sent-event.ts'

/** Plausible's script sends short names; its events API documents long ones. */
const pick = (body: Fields, short: string, long: string): unknown => body[short] ?? body[long]

/** Events that Plausible's script sends automatically, and the kinds that they have here. */
const LINK_KINDS: Readonly<Record<string, string>> = {
  'Outbound Link: Click': 'outbound',
  'File Download': 'download',
}

function translateNamed(name: unknown, props: Fields | null, body: Fields): Fields {
  const kind = typeof name === 'string' && Object.hasOwn(LINK_KINDS, name) ? LINK_KINDS[name] : undefined
  if (kind !== undefined && typeof props?.['url'] === 'string') return { n: kind, l: props['url'] }
  if (name === '404') return { n: '404' }
  return { n: 'event', a: name, p: flattenProps(props), $: parseFields(pick(body, '$', 'revenue')) }
}

/** `{ n, u, d, r, p, $, … }`: POST /api/event of Plausible. */
export function readPlausible(body: Fields): DropInEvent {
  const name = pick(body, 'n', 'name')
  const url = pick(body, 'u', 'url')
  // `h`: its script is the one for hash routing.
  const page = { u: pick(body, 'h', 'hashMode') ? url : withoutFragment(url), w: pick(body, 'w', 'screen_width') }
  const tracking_id = pick(body, 'd', 'domain')
  if (name === 'pageview')
    return { tracking_id, event: makeWireEvent({ ...page, n: 'pageview', r: pick(body, 'r', 'referrer') }) }
  if (name === 'engagement') {
    const { e, sd } = body
    return { tracking_id, event: makeWireEvent({ ...page, n: 'engagement', e, s: sd }) }
  }
  const props = parseFields(pick(body, 'p', 'props') ?? pick(body, 'm', 'meta'))
  return { tracking_id, event: makeWireEvent({ ...page, ...translateNamed(name, props, body) }) }
}
