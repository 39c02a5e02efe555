import type { Document, Schema } from './document.ts'

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const

const record = (object: string, properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties: { object: { type: 'string', const: object }, id: integer, ...properties },
  required: ['object', 'id', ...Object.keys(properties)],
})

const envelope = (data: Schema, more: Record<string, Schema> = {}) => ({
  '200': {
    content: {
      'application/json': {
        schema: { type: 'object', properties: { data, ...more }, required: ['data', ...Object.keys(more)] },
      },
    },
  },
  '422': { $ref: '#/components/responses/validation_failed.limit_reached' },
})

const PAGE = { total: integer, last_page: integer }
const NULLABLE_TEXT: Schema = { anyOf: [text, { type: 'null' }] }
const PROBLEM: Schema = {
  type: 'object',
  properties: {
    code: text,
    detail: text,
    status: integer,
    request_id: text,
    required_scope: text,
    required_role: text,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: text, code: text, message: text },
        required: ['field', 'code', 'message'],
      },
    },
  },
  required: ['code', 'detail', 'status', 'request_id'],
}

const listOf = (items: Schema, meta: Record<string, Schema> = {}) =>
  envelope(
    { type: 'array', items },
    {
      meta: {
        type: 'object',
        properties: { ...PAGE, ...meta },
        required: [...Object.keys(PAGE), ...Object.keys(meta)],
      },
      links: { type: 'object', properties: { next: text } },
    },
  )

const refer = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

const boat = record('boat', {
  name: text,
  size: { enum: ['small', 'large'] },
  port: { anyOf: [text, { type: 'null' }] },
  crew: { type: 'array', items: { anyOf: [text, integer] } },
  extras: { type: 'object', additionalProperties: text },
})
const launched = record('boat', { name: text, secret: text })
const engine: Schema = {
  oneOf: [
    record('engine', { kind: { const: 'sail' }, area: { type: 'number' } }),
    record('engine', { kind: { const: 'diesel' }, litres: { type: 'number' } }),
  ],
}
const newBoat: Schema = {
  type: 'object',
  properties: {
    name: { ...text, description: 'What is */ painted on it' },
    port: { anyOf: [text, { type: 'null' }] },
    crew: { type: 'array', items: { anyOf: [text, integer] } },
    fittings: { type: 'array', items: { type: 'object', properties: { weight: integer } } },
  },
  required: ['name'],
}
const newEngine: Schema = {
  oneOf: [
    {
      type: 'object',
      properties: { kind: { type: 'string', const: 'sail' }, area: { type: 'number' } },
      required: ['kind', 'area'],
    },
    {
      type: 'object',
      properties: { kind: { type: 'string', const: 'diesel' }, litres: { type: 'number' } },
      required: ['kind', 'litres'],
    },
  ],
}
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
const id = { name: 'id', in: 'path', required: true, schema: integer } as const
const byKey = [{ key: ['boats:write'] }, { session: [] }]

const update = {
  summary: 'Change a boat',
  security: byKey,
  parameters: [id],
  requestBody: { required: true, ...json({ type: 'object', properties: { name: text } }) },
  responses: envelope(refer('Boat')),
}

/** An API small enough to read, with everything in it that the generator has to understand. */
export const SAMPLE: Document = {
  paths: {
    '/api/boats': {
      post: {
        operationId: 'boats.launch',
        summary: 'Launch a boat',
        security: byKey,
        requestBody: { required: true, ...json(refer('NewBoat')) },
        responses: envelope(refer('LaunchedBoat')),
      },
      get: {
        operationId: 'boats.list',
        security: byKey,
        parameters: [
          { name: 'size', in: 'query', required: false, schema: { enum: ['small', 'large'] } },
          { $ref: '#/components/parameters/Page', name: '', in: 'query', schema: {} },
        ],
        responses: listOf(refer('Boat'), { tonnage: { type: 'number' } }),
      },
    },
    '/api/boats/{id}': {
      put: { operationId: 'boats.update', ...update },
      patch: { operationId: 'boats.update.patch', ...update },
      delete: {
        operationId: 'boats.remove',
        security: byKey,
        parameters: [id],
        responses: envelope(record('boat', { deleted: { const: true }, sunk_ids: { type: 'array', items: integer } })),
      },
    },
    '/api/boats/{id}/engines': {
      post: {
        operationId: 'boats.mount',
        security: byKey,
        parameters: [id],
        requestBody: { required: true, ...json(newEngine) },
        responses: envelope(refer('Engine')),
      },
      get: { operationId: 'boats.engines', security: byKey, parameters: [id], responses: listOf(refer('Engine')) },
      delete: {
        operationId: 'boats.unmount',
        security: byKey,
        parameters: [id, { name: 'engine_id', in: 'query', required: false, schema: integer }],
        requestBody: {
          required: false,
          ...json({ type: 'object', properties: { engine_id: integer }, required: ['engine_id'] }),
        },
        responses: envelope(record('engine', { deleted: { const: true } })),
      },
    },
    '/api/harbour': {
      get: {
        operationId: 'harbour.show',
        security: [{ session: [] }],
        responses: envelope(refer('Harbour')),
      },
    },
  },
  components: {
    schemas: {
      Boat: boat,
      LaunchedBoat: launched,
      Engine: engine,
      NewBoat: newBoat,
      Harbour: record('harbour', { master: refer('LaunchedBoat') }),
      PageMeta: { type: 'object', properties: PAGE, required: Object.keys(PAGE) },
      PageLinks: { type: 'object', properties: { next: NULLABLE_TEXT }, required: ['next'] },
      Problem: PROBLEM,
      AlertWebhook: record('webhook', {}),
    },
    parameters: { Page: { name: 'page', in: 'query', required: false, description: 'Page number', schema: integer } },
    responses: {
      'validation_failed.limit_reached': {
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: { validation_failed: {}, limit_reached: {} },
          },
        },
      },
    },
  },
}
