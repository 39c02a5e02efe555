import type { FastifyRequest } from 'fastify'
import { problem } from '../../http/problem.ts'
import { normaliseDomain } from '../../analytics/websites/index.ts'
import type { Address } from './public-store.ts'

/** The URL of a page, and the path that its links start with. */
export interface PageUrl {
  address: Address
  path: string
  url: string
}

/** Byte for byte the response for any unknown path. */
export const noSuchPage = () => problem('not_found', { detail: 'Path not found.' })

/** A path below the page, whether that is the root of a domain or not. */
export const below = (path: string, name: string): string => `${path === '/' ? '' : path}/${name}`

const SLUG = /^[a-z0-9-]{3,60}$/

export function urlOfSlug(base_url: string, slug: string): PageUrl {
  if (!SLUG.test(slug)) throw noSuchPage()
  const url = `${base_url}/s/${slug}`
  return { address: { slug }, path: new URL(url).pathname, url }
}

export const urlOfDomain = (base_url: string, domain: string): PageUrl => ({
  address: { domain },
  path: '/',
  url: `${new URL(base_url).protocol}//${domain}/`,
})

/** The domain of a request, when it may belong to a page; null for the domain of this server. */
export function createHostReader(base_url: string): (request: FastifyRequest) => string | null {
  const read = (host: string): string | null => {
    const named = normaliseDomain(host, { allowSingleLabel: true })
    return named.ok ? named.domain : null
  }
  const serverUrl = new URL(base_url)
  const serverDomain = read(serverUrl.hostname)
  return ({ headers: { host } }) => {
    if (host === undefined || host === serverUrl.host) return null
    const domain = read(host)
    return domain === serverDomain ? null : domain
  }
}
