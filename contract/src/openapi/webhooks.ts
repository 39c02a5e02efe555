import type { z } from 'zod'
import type { Json, Schemas } from './schema.ts'
import { WEBHOOKS, type WebhookDefinition } from '../alerting/webhooks.ts'

const text = { type: 'string' } as const

const HEADERS: Json[] = [
  {
    name: 'webhook-id',
    description: 'The same for every attempt of one message. Use it to detect repeats',
    schema: text,
    example: 'delivery-118-3',
  },
  {
    name: 'webhook-timestamp',
    description: 'Time of the attempt, in seconds since 1970. Refuse messages that are older than five minutes',
    schema: text,
    example: '1794821460',
  },
  {
    name: 'webhook-signature',
    description:
      '`v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, by the bytes of the secret',
    schema: text,
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
].map((header) => ({ ...header, in: 'header', required: true }))

const optionsOf = (schema: z.ZodType): readonly z.ZodType[] =>
  (schema._zod.def as { options?: readonly z.ZodType[] }).options ?? [schema]

/** The examples of all kinds of messages, by their type. */
function exampleMessages(body: z.ZodType): Json {
  const all = optionsOf(body).flatMap((option) => option.meta()?.examples ?? []) as { type: string }[]
  return Object.fromEntries(all.map((value) => [value.type, { value }]))
}

function describeWebhook(name: string, { summary, description, body }: WebhookDefinition, schemas: Schemas): Json {
  return {
    post: {
      operationId: `webhooks.${name}`,
      summary,
      description: `${description} Respond with 2xx within 15 seconds. Later versions may add fields and types.`,
      security: [],
      parameters: HEADERS,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemas.describe(body, 'answer'), examples: exampleMessages(body) } },
      },
      responses: {
        '2XX': { description: 'The message was received.' },
        '4XX': { description: 'Refused: it is not sent again, except for 429.' },
        '5XX': { description: 'It is sent again for 24 hours, with the same webhook-id.' },
      },
    },
  }
}

export const describeWebhooks = (schemas: Schemas): Json =>
  Object.fromEntries(Object.entries(WEBHOOKS).map(([name, webhook]) => [name, describeWebhook(name, webhook, schemas)]))
