import { isDeepStrictEqual } from 'node:util'
import { type Route, type Scope, SCOPES } from '@sitewatch/contract'
import type { Actor } from '../../http/auth.ts'
import { fieldsOf } from '../../http/audit.ts'
import { requireRole } from '../../http/role.ts'
import { requireScope } from '../../http/scope.ts'
import { type AuditedChange, type Caller, Respond, type Served } from '../../http/serve.ts'
import { validate } from '../../http/validate.ts'
import type { UserTx } from '../../platform/postgres/index.ts'

export type Fields = Readonly<Record<string, unknown>>

interface Request {
  params?: Readonly<Record<string, number>>
  query?: Fields
  body?: Fields
}

interface Outcome {
  /** The record before the operation, if there was one. */
  before: Fields | undefined
  after: Fields
}

/** The operations of the API, called in the transaction of the request, as its caller. */
export interface Operations {
  run(id: string, request?: Request): Promise<Outcome>
  /** Every page of a list. */
  list(id: string, request?: Request): Promise<Fields[]>
  /** Their entries for the audit log, in order. */
  audited: AuditedChange[]
}

interface Context {
  tx: UserTx
  actor: Actor
  caller: Caller
}

const PAGE_SIZE = 100

/** Whether it changed anything that the audit log shows. `updated_at` moves with a secret whose mask stays the same. */
function isChanged({ before, after }: Outcome, fields: readonly string[]): boolean {
  if (!before || after['updated_at'] !== before['updated_at']) return true
  return fields.some((field) => !isDeepStrictEqual(before[field], after[field]))
}

function checkAccess({ scope, role }: Route, actor: Actor): void {
  const needed = [scope].flat().filter((each) => (SCOPES as readonly string[]).includes(each)) as Scope[]
  for (const each of needed) requireScope(actor, each)
  if (role !== null) requireRole(actor, role)
}

/**
 * Every record is read and written by the handler of its own route, which validates it, enforces its quota and checks permissions: a
 * configuration file can do nothing that single requests cannot.
 */
export function bindOperations(served: readonly Served[], { tx, actor, caller }: Context): Operations {
  const byId = new Map(served.map((each) => [each.route.id, each]))
  const audited: AuditedChange[] = []
  const call = async (id: string, { params = {}, query = {}, body = {} }: Request) => {
    const found = byId.get(id)
    if (!found) throw new Error(`there is no operation ${id}`)
    const { route, handle, options } = found
    checkAccess(route, actor)
    const inputs = {
      params,
      query: route.query ? (validate(route.query, query, { unknown: 'unknown_parameter' }) as object) : {},
      body: route.body
        ? (validate(route.body, body, { unknown: 'unknown_field', readOnly: route.readOnly ?? [] }) as object)
        : {},
      caller,
    }
    const prepared = await options.prepare?.(inputs)
    const before =
      route.method === 'GET'
        ? undefined
        : ((await options.current?.(tx, Number(Object.values(params).at(-1)), actor, inputs.body)) as
            | Fields
            | undefined)
    const answer = await handle({ ...inputs, prepared, actor, tx } as never)
    return { route, before, after: (answer instanceof Respond ? answer.result : answer) as Fields }
  }
  return {
    audited,
    async run(id, request = {}) {
      const { route, before, after } = await call(id, request)
      const isDeleted = route.returns.kind === 'deleted'
      const fields = route.auditFields ?? fieldsOf(route.body)
      if (route.audit && (isDeleted || isChanged({ before, after }, fields))) {
        audited.push({ action: route.audit, fields, ...(before && { before }), ...(!isDeleted && { after }) })
      }
      return { before, after }
    },
    async list(id, { params = {}, query = {} } = {}) {
      const rows: Fields[] = []
      const size = id.startsWith('websites.') || id.startsWith('goals.') ? 'per_page' : 'pageSize'
      for (let page = 1; ; page++) {
        const { after } = await call(id, { params, query: { ...query, page, [size]: PAGE_SIZE } })
        const { rows: found, total } = after as unknown as { rows: Fields[]; total: number }
        rows.push(...found)
        if (found.length === 0 || rows.length >= total) return rows
      }
    },
  }
}
