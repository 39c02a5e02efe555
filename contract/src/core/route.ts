import type { z } from 'zod'
import type { AuditAction } from './audit-actions.ts'
import type { ProblemCode } from './problems.ts'
import type { Scope } from './scopes.ts'
import type { TeamRole } from './team-roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call. A scope (or several, all needed): a key that has it, or any session. `credential`: any key or session.
 * `session`: a signed-in user, never a key. `administrator`: a signed-in administrator. `anonymous`: anybody.
 */
export type Access = Scope | readonly Scope[] | 'credential' | 'session' | 'administrator' | 'anonymous'

type ObjectSchema = z.ZodObject | z.ZodDiscriminatedUnion | z.ZodUnion

type Returns =
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
  /** The minimum role; null if the route is not about a team. */
  role: TeamRole | null
  /** A lower role that may call it for data of the user: only these fields, or only the record with the ID of the user. */
  own?: { role: TeamRole; fields: readonly string[] } | { role: TeamRole; param: string }
  query?: ObjectSchema
  body?: ObjectSchema
  /** Example in the API reference: the body, or the query if there is no body. Default: the required fields. */
  example?: Readonly<Record<string, unknown>>
  /** Several examples of the body by name, such as one for each type; the first one is shown first. */
  examples?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Also accepts application/x-www-form-urlencoded. */
  form?: true
  /** The body is also read from the query string, because proxies may drop the body of a DELETE request. */
  bodyFromQuery?: true
  /** Fields of the record that cannot be sent in this request. The error is `read_only` instead of `unknown_field`. */
  readOnly?: readonly string[]
  /** Accepts a body of up to 2 MiB instead of 128 KiB. */
  largeBody?: true
  /** Accepts a file as base64: a body of up to 9 MiB. */
  fileBody?: true
  /** Has effects outside of Sitewatch: idempotency commits "started" before the handler runs, and the handler gets no transaction. */
  outsideEffect?: true
  /**
   * Whether an API key that is limited to some websites and monitors may call it. Only if the database shows such a key nothing else,
   * and the route changes nothing that others share.
   */
  limitedKeys?: true
  /** A rate limit in addition to the general ones. */
  limit?: 'key_creation' | 'sign_in' | 'provider_test' | 'report_send'
  returns: Returns
  /** Other media types of a successful response, if the caller requests one. */
  alsoAnswers?: readonly string[]
  /** Problems that the handler may raise. `problemsOf` adds those that the pipeline raises for every route. */
  problems: readonly ProblemCode[]
  /** Fields whose changes are in the audit log. Empty: only that the record changed. Default: the fields of the body. */
  auditFields?: readonly string[]
}

/**
 * A route that writes declares its audit log entry, or null if the change does not belong in the audit log. A route that reads has an
 * entry only if it sends a file.
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
/** A list with further fields in `meta`. */
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
   * For a list with keyset pagination: the key of the last row of the page, or null if no row follows. The next link contains it as
   * `after`. Paging then never repeats or skips a row while others are added or removed, which page numbers cannot guarantee.
   */
  after?: string | null
}

/** Return value of a handler; `serve` wraps it into the envelope. */
export type ResultOf<R extends Route> = R['returns'] extends { kind: 'list'; schema: infer S; meta: infer M }
  ? ListOf<OutputOf<S>> & (keyof M extends never ? {} : { meta: OutputOf<z.ZodObject<M & z.ZodRawShape>> })
  : R['returns'] extends { kind: 'deleted'; extra: infer E }
    ? { id: number } & OutputOf<z.ZodObject<E & z.ZodRawShape>>
    : R['returns'] extends { schema: infer S }
      ? OutputOf<S>
      : never

const COMMON_PROBLEMS: readonly ProblemCode[] = ['rate_limited', 'internal_error', 'unavailable']

/** All problems of a route: its own and those of the pipeline. */
export function problemsOf(definition: Route): ProblemCode[] {
  const codes = new Set<ProblemCode>([...definition.problems, ...COMMON_PROBLEMS])
  const writes = definition.method !== 'GET'
  if (definition.scope !== 'anonymous') {
    codes.add('unauthenticated')
    codes.add('address_not_allowed')
    if (definition.scope !== 'session' && definition.scope !== 'administrator') codes.add('key_limited')
  }
  if (definition.scope !== 'anonymous' && definition.scope !== 'credential') codes.add('insufficient_scope')
  // A session may name a team that the user is not a member of.
  if (definition.path.includes(':') || definition.scope !== 'anonymous') codes.add('not_found')
  if (definition.role !== null) codes.add('team_requires_two_factor')
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
