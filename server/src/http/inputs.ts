import type { Route } from '@sitewatch/contract'
import { z } from 'zod'
import { type Call, hasBody, mediaTypeOf, textOf } from './call.ts'
import { decodeText } from './form.ts'
import { invalid, notFound, problem } from './problem.ts'
import { decodeUtf8, readJson } from './read-json.ts'
import type { Context } from './serve.ts'
import { validate } from './validate.ts'
import { validateLarge } from './validate-large.ts'

const EMPTY = z.strictObject({})

async function readBody(route: Route, call: Call): Promise<unknown> {
  if (!hasBody(call) || call.body === undefined) return {}
  const encoding = textOf(call.headers['content-encoding'])?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') {
    throw problem('unsupported_media_type', {
      detail: 'Send the body uncompressed, without Content-Encoding.',
      headers: { 'accept-encoding': 'identity' },
    })
  }
  const mediaType = mediaTypeOf(call)
  if (mediaType === 'application/json') return readJson(call.body)
  if (route.form && route.body && mediaType === 'application/x-www-form-urlencoded') {
    return decodeText(route.body, decodeUtf8(call.body))
  }
  throw problem('unsupported_media_type', {
    detail: `Send application/json${route.form ? ' or application/x-www-form-urlencoded' : ''}.`,
  })
}

/** From the body, or from the query for clients whose proxies drop a body. Both may be sent if they agree. */
async function readBodyOrQuery(route: Route, call: Call): Promise<{}> {
  const schema = route.body instanceof z.ZodObject ? route.body : EMPTY
  const fromQuery = validate(schema.partial(), decodeText(schema, call.search), { unknown: 'unknown_parameter' })
  if (!hasBody(call)) return validate(schema, fromQuery, { unknown: 'unknown_parameter' })
  const sent = await readBody(route, call)
  const merged = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? { ...fromQuery, ...sent } : sent
  const body: Record<string, unknown> = validate(schema, merged, { unknown: 'unknown_field' })
  const conflicting = Object.keys(fromQuery).find((name) => body[name] !== (fromQuery as Record<string, unknown>)[name])
  if (conflicting !== undefined) {
    throw invalid(conflicting, 'invalid_value', `${conflicting} differs between the body and the query.`)
  }
  return body
}

export async function readInputs(route: Route, call: Call): Promise<Pick<Context<Route>, 'params' | 'query' | 'body'>> {
  const params: Record<string, number> = {}
  for (const [name, value] of Object.entries(call.params)) {
    if (!/^[1-9]\d{0,14}$/.test(value)) throw notFound()
    params[name] = Number(value)
  }
  if (route.bodyFromQuery) return { params, query: {}, body: await readBodyOrQuery(route, call) }
  const query = !route.query && call.search === '' ? {} : readQuery(route, call)
  if (route.method === 'GET') return { params, query, body: {} }
  const rules = { unknown: 'unknown_field', readOnly: route.readOnly ?? [] } as const
  const body = await readBody(route, call)
  const schema = route.body ?? EMPTY
  return {
    params,
    query,
    body: (await validateLarge(schema, body, { ...rules, length: call.body?.length ?? 0 })) as {},
  }
}

function readQuery({ query }: Route, { search }: Call): {} {
  const schema = query ?? EMPTY
  return validate(schema, decodeText(schema, search), { unknown: 'unknown_parameter' }) as {}
}

/** At 100 records a page the offset still fits into 32 bits. No list is that long, so every later page is as empty as this one. */
const LAST_PAGE = 10_000_000

export function boundPage<Q extends object>(query: Q): Q {
  const { page } = query as { page?: number }
  return page !== undefined && page > LAST_PAGE ? { ...query, page: LAST_PAGE } : query
}
