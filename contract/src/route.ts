import type { z } from 'zod'
import type { AuditAction } from './audit-actions.ts'
import type { ProblemCode } from './problems.ts'
import type { Scope } from './scopes.ts'
import type { TeamRole } from './team-roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call. A scope (or several, all needed): a key that has it, or any session. `credential`: any key or session.
 * `session`: a signed-in user, never a key. `administrator`: such a user with that right. `anonymous`: anybody.
 */
export type Access = Scope | readonly Scope[] | 'credential' | 'session' | 'administrator' | 'anonymous'

type ObjectSchema = z.ZodObject | z.ZodDiscriminatedUnion | z.ZodUnion

export type Returns =
  | { kind: 'one'; status: 200; schema: z.ZodType }
  | { kind: 'created'; status: 201; schema: z.ZodType; updates: boolean }
  | { kind: 'list'; status: 200; schema: z.ZodType; meta: z.ZodRawShape }
  | { kind: 'deleted'; status: 200; object: string; extra: z.ZodRawShape }

interface RouteDefinition {
  /** `websites.create`: the SDK's method, the OpenAPI operation. */
  id: string
  /** A second method with the same meaning (PUT and PATCH are the same partial update). */
  also?: Method
  path: string
  summary: string
  scope: Access
  /** The least role that may call it; null when it is not about a team. */
  role: TeamRole | null
  /** A lower role that may call it for what is the person's own: only these fields, or the record whose id is the user's. */
  own?: { role: TeamRole; fields: readonly string[] } | { role: TeamRole; param: string }
  query?: ObjectSchema
  body?: ObjectSchema
  /** The request in the API reference: the body, or without one the query. Default: what is required. */
  example?: Readonly<Record<string, unknown>>
  /** Takes application/x-www-form-urlencoded too. */
  form?: true
  /** Also read from the query string, since proxies may drop a DELETE body. */
  bodyFromQuery?: true
  /** Fields that exist in the record but are not for this request: sending one is `read_only`, not `unknown_field`. */
  readOnly?: readonly string[]
  /** Takes a body of up to 2 MiB instead of 128 KiB. */
  largeBody?: true
  /** Takes a file as base64: a body of up to 9 MiB. */
  fileBody?: true
  /** Sends something to the outside: idempotency commits "started" before the handler runs, which gets no transaction. */
  outsideEffect?: true
  /** A bucket consumed beside the general ones. */
  limit?: 'key_creation' | 'sign_in' | 'provider_test' | 'report_send'
  returns: Returns
  /** Other media types that a success may come in, when the caller asks for one. */
  alsoAnswers?: readonly string[]
  /** What the handler itself may raise. What the pipeline raises for every route is added by `problemsOf`. */
  problems: readonly ProblemCode[]
  /** Fields of the record whose change the audit log shows; none: that it changed. Default: those of the body. */
  auditFields?: readonly string[]
}

/**
 * A route that writes says which entry it leaves in the audit log, or null when it changes nothing that belongs in it. One that reads leaves an
 * entry only for a file that it sends.
 */
export type Route = RouteDefinition &
  ({ method: 'GET'; audit?: AuditAction } | { method: Exclude<Method, 'GET'>; audit: AuditAction | null })

export function route<const R extends Route>(definition: R): R {
  return definition
}

export const one = <S extends z.ZodType>(schema: S) => ({ kind: 'one', status: 200, schema }) as const
export const created = <S extends z.ZodType>(schema: S) =>
  ({ kind: 'created', status: 201, schema, updates: false }) as const
/** 201 when new, 200 when the same thing existed and was updated. */
export const createdOrUpdated = <S extends z.ZodType>(schema: S) =>
  ({ kind: 'created', status: 201, schema, updates: true }) as const
export const list = <S extends z.ZodType>(schema: S) => ({ kind: 'list', status: 200, schema, meta: {} }) as const
/** A list whose `meta` says more than the page. */
export const listWith = <S extends z.ZodType, M extends z.ZodRawShape>(schema: S, meta: M) =>
  ({ kind: 'list', status: 200, schema, meta }) as const
export const deleted = (object: string) => ({ kind: 'deleted', status: 200, object, extra: {} }) as const
export const deletedWith = <M extends z.ZodRawShape>(object: string, extra: M) =>
  ({ kind: 'deleted', status: 200, object, extra }) as const

export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: number } & ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: number }
    : {}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : {}
export type QueryOf<R extends Route> = R extends { query: infer S } ? OutputOf<S> : {}
export type BodyOf<R extends Route> = R extends { body: infer S } ? OutputOf<S> : {}

export interface ListOf<T> {
  rows: T[]
  total: number
  /**
   * From a list that can be walked by key: the key of the page's last row, null when no row follows. The next link then carries
   * it as `after`, and a walk neither repeats nor skips a row while others come and go, which page numbers cannot promise.
   */
  after?: string | null
}

/** What a handler gives back; `serve` wraps it into the envelope. */
export type ResultOf<R extends Route> = R['returns'] extends { kind: 'list'; schema: infer S; meta: infer M }
  ? ListOf<OutputOf<S>> & (keyof M extends never ? {} : { meta: OutputOf<z.ZodObject<M & z.ZodRawShape>> })
  : R['returns'] extends { kind: 'deleted'; extra: infer E }
    ? { id: number } & OutputOf<z.ZodObject<E & z.ZodRawShape>>
    : R['returns'] extends { schema: infer S }
      ? OutputOf<S>
      : never

const ALWAYS: readonly ProblemCode[] = ['rate_limited', 'internal_error', 'unavailable']

/** Everything a route can answer with: its own problems and those of the pipeline in front of it. */
export function problemsOf(definition: Route): ProblemCode[] {
  const codes = new Set<ProblemCode>([...definition.problems, ...ALWAYS])
  const writes = definition.method !== 'GET'
  if (definition.scope !== 'anonymous') codes.add('unauthenticated')
  if (definition.scope !== 'anonymous' && definition.scope !== 'credential') codes.add('insufficient_scope')
  // A session may name a team that is not its user's.
  if (definition.path.includes(':') || definition.scope !== 'anonymous') codes.add('not_found')
  if (definition.role !== null && definition.role !== 'guest') codes.add('insufficient_role')
  codes.add('validation_failed')
  if (writes) {
    for (const code of ['cross_site_request', 'malformed_body', 'body_too_large', 'unsupported_media_type'] as const)
      codes.add(code)
  }
  if (definition.method === 'POST') codes.add('request_in_progress')
  if (writes && definition.path.includes(':')) codes.add('precondition_failed')
  return [...codes]
}

export function methodsOf(definition: Route): Method[] {
  return definition.also ? [definition.method, definition.also] : [definition.method]
}
