import type { FastifyRequest } from 'fastify'
import { problem } from '../../http/problem.ts'

/** Whether a browser sent the form from another site than the page that shows it. */
export function isForeignForm({ headers }: Pick<FastifyRequest, 'headers'>, page_origin: string): boolean {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  return (
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && origin !== page_origin)
  )
}

export function readPassword({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): string {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    throw problem('unsupported_media_type', { detail: 'Send application/x-www-form-urlencoded.' })
  return new URLSearchParams((body as Buffer | undefined)?.toString('utf8') ?? '').get('password') ?? ''
}
