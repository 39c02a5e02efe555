import { sendProblem, toProblem } from '../http/failure.ts'
import { identifyKey, refuseUnknownCaller } from '../http/identify.ts'
import { limitGenerally } from '../http/pipeline.ts'
import type { Call } from '../http/call.ts'
import type { Identified, Served } from '../http/serve.ts'
import type { McpParts } from './call-tool.ts'
import { checkOrigin, readMessage, toCall } from './message.ts'
import { makeTools, type Tool } from './tools.ts'

interface Message {
  call: Call
  message: Record<string, unknown>
}

/** The key of a tool call is verified by its transaction. Other messages have none, so their key is looked up again. */
async function admit({ pipeline }: McpParts, { call, message }: Message): Promise<Identified & { isCounted: boolean }> {
  const isToolCall = message['method'] === 'tools/call'
  const identified = await identifyKey(pipeline, call, !isToolCall)
  const isCounted = !isToolCall || !identified
  if (isCounted) await limitGenerally(pipeline, call, identified)
  return identified ? { ...identified, isCounted } : refuseUnknownCaller()
}

async function answer(
  parts: McpParts,
  getTools: () => ReadonlyMap<string, Tool>,
  received: Message,
): Promise<Response> {
  const identified = await admit(parts, received)
  // Loaded by the first message, because most installs never get one: 20 MB of memory.
  const { answerMessage } = await import('./protocol.ts')
  const tools = getTools()
  const session = { parts, tools, actor: identified.actor, request: received.call, isCounted: identified.isCounted }
  const response = await answerMessage(session, received.message)
  // A call that never reached the pipeline, for example of a tool that does not exist.
  if (!session.isCounted) await limitGenerally(parts.pipeline, received.call, identified)
  return response
}

/** Mounts the MCP server (Streamable HTTP, without sessions). GET and DELETE are 405, as the protocol requires. */
export function mountMcp(parts: McpParts, all: readonly Served[]): void {
  const { server, http, pipeline } = parts
  let tools: ReadonlyMap<string, Tool> | undefined
  server.app.post('/mcp', { config: { id: 'mcp' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      checkOrigin(request, pipeline.origin)
      const call = toCall(http, request, reply)
      const message = readMessage(call)
      const response = await answer(parts, () => (tools ??= makeTools(all)), { call, message })
      const type = response.headers.get('content-type')
      if (type !== null) reply.type(type)
      return await reply.status(response.status).send(await response.text())
    } catch (error) {
      return sendProblem({ ...http, outage: server.outage }, request, reply, toProblem(error))
    }
  })
}
