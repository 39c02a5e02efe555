import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { TestApp } from '../support/app.ts'

/** The protocol version that starts with `initialize`, which most clients use, and the one of 2026-07-28 without it. */
export const ERAS = ['legacy', 'auto'] as const
export type Era = (typeof ERAS)[number]

export interface ConnectOptions {
  era?: Era
  headers?: Record<string, string>
}

/** The official client, connected with a key. */
export async function connect(
  { base }: Pick<TestApp, 'base'>,
  key: string | undefined,
  { era = 'legacy', headers = {} }: ConnectOptions = {},
): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode: era } })
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
    requestInit: { headers: { ...authorization, ...headers } },
  })
  await client.connect(transport)
  return client
}

export interface ToolResult {
  isError: boolean
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  body: any
  text: string
  content: string[]
}

export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
  const result = await client.callTool({ name, arguments: args })
  const content = result.content.map((block) => (block.type === 'text' ? block.text : ''))
  return { isError: result.isError === true, body: result.structuredContent, text: content[0] ?? '', content }
}

export async function listNames(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name)
}
