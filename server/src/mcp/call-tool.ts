import type { Actor } from '../http/auth.ts'
import type { Call } from '../http/call.ts'
import { logProblem, toProblem } from '../http/failure.ts'
import { answerCall, type PipelineParts } from '../http/pipeline.ts'
import type { HttpParts, HttpServer } from '../http/server.ts'
import { toToolAnswer, toToolError, type ToolAnswer } from './answer.ts'
import { splitArguments } from './tool-input.ts'
import type { Tool } from './tools.ts'

export interface McpParts {
  server: HttpServer
  http: HttpParts
  pipeline: PipelineParts
}

/** Headers of the MCP request that are passed on to the operation: the key and the team, but never a cookie. */
const FORWARDED_HEADERS = ['authorization', 'sitewatch-team', 'user-agent', 'traceparent']

function makeCall(tool: Tool, request: Call, given: Record<string, unknown>): Call {
  const { route } = tool.served
  const { idempotency_key, ...parts } = splitArguments(route, given)
  const headers = Object.fromEntries(FORWARDED_HEADERS.map((name) => [name, request.headers[name]]))
  return {
    ...request,
    ...parts,
    method: route.method,
    headers: {
      ...headers,
      accept: 'application/json',
      'content-type': 'application/json',
      ...(idempotency_key !== undefined && { 'idempotency-key': idempotency_key }),
    },
  }
}

/** One message, and who sent it. */
export interface Session {
  parts: McpParts
  tools: ReadonlyMap<string, Tool>
  actor: Actor
  request: Call
  /** Whether the message has been counted against the limits. The pipeline counts each call that reaches it. */
  isCounted: boolean
}

/** Runs the operation as a request to its route would: the same limits, scopes, role, validation, transaction and audit log. */
export async function callTool(session: Session, tool: Tool, given: Record<string, unknown>): Promise<ToolAnswer> {
  const { parts, request } = session
  const { server, http, pipeline } = parts
  const { route } = tool.served
  const { base_url, request_id } = request.caller
  try {
    const call = makeCall(tool, request, given)
    session.isCounted = true
    const { body } = await answerCall(pipeline, tool.served, call)
    server.outage.answered('Postgres')
    return toToolAnswer({ route, params: call.params, base_url }, body)
  } catch (error) {
    const found = toProblem(error, route)
    logProblem({ ...http, outage: server.outage }, request_id, found)
    return toToolError(found, base_url, request_id)
  }
}
