/** The part of openapi.json that the reference shows. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  title?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  maxLength?: number
}

interface Media {
  schema: Schema
  example?: unknown
  /** Instead of one: several by name. */
  examples?: Record<string, { value: unknown }>
}

export interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: [string]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>
}

export interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    headers: Record<string, { description: string; example: unknown }>
  }
}

/** An operation and every method that reaches it: PUT and PATCH are one. */
export interface Entry {
  id: string
  path: string
  methods: string[]
  operation: Operation
}

export const nameOf = ({ $ref }: { $ref?: string }): string | undefined => $ref?.split('/').at(-1)

export function listEntries({ paths }: Document): Entry[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const byId = Map.groupBy(Object.entries(item), ([, { operationId }]) => operationId.split('.', 2).join('.'))
    return [...byId].map(([id, found]) => ({
      id,
      path,
      methods: found.map(([method]) => method.toUpperCase()),
      operation: (found[0] as [string, Operation])[1],
    }))
  })
}
