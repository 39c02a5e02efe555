import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../http/call.ts'
import { readClient } from '../http/client-address.ts'
import { mediaTypeOf } from '../http/call.ts'
import { problem } from '../http/problem.ts'
import type { HttpParts } from '../http/server.ts'

/** The HTTP request as the pipeline sees it. */
export const toCall = ({ readAddress, base_url }: HttpParts, request: FastifyRequest, reply: FastifyReply): Call => ({
  method: 'POST',
  path: '/mcp',
  search: '',
  params: {},
  headers: request.headers,
  body: request.body as Buffer | undefined,
  caller: {
    request_id: request.id,
    address: readClient(readAddress, request),
    user_agent: request.headers['user-agent'],
    base_url,
  },
  setHeaders: (headers) => void reply.headers(headers),
})

/** Against DNS rebinding: a page of another site must not reach the server through a browser. Programs send no Origin. */
export function checkOrigin({ headers }: FastifyRequest, ownOrigin: string): void {
  const { origin } = headers
  if (origin === undefined || origin === ownOrigin) return
  throw problem('cross_site_request', {
    detail: `The MCP server does not answer pages of other sites (Origin: ${origin}). Connect from a program.`,
  })
}

/** One JSON-RPC message. Batches left the protocol in 2025-06-18. */
export function readMessage(call: Call): Record<string, unknown> {
  if (mediaTypeOf(call) !== 'application/json') {
    throw problem('unsupported_media_type', { detail: 'Send a JSON-RPC message as application/json.' })
  }
  const message = parse(call.body?.toString('utf8') ?? '')
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) {
    return message as Record<string, unknown>
  }
  throw problem('malformed_body', { detail: 'Send one JSON-RPC message as a JSON object.' })
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch (cause) {
    throw problem('malformed_body', { detail: 'The body is not valid JSON.', cause })
  }
}
