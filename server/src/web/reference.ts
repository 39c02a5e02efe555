import { methodsOf, type ProblemCode, PROBLEM_CODES, PROBLEMS, problemsOf, type Route } from '@sitewatch/contract'
import { z } from 'zod'
import { escapeHtml } from '../platform/html/escape.ts'
import { renderPage } from '../platform/html/page.ts'

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  minimum?: number
  maximum?: number
  maxLength?: number
}

function describeType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.map(describeType).join(' | ')
  if (schema.type === 'array') return `array of ${schema.items ? describeType(schema.items) : 'anything'}`
  const type = [schema.type ?? 'anything'].flat().join(' | ')
  const bounded = (schema.type === 'integer' || schema.type === 'number') && (schema.maximum ?? Infinity) < 9e15
  return bounded ? `${type} ${schema.minimum ?? ''}–${schema.maximum ?? ''}` : type
}

function renderFields(schema: z.ZodType, heading: string): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const variants = (json.oneOf ?? json.anyOf ?? [json]).map(
    (each) => json.$defs?.[each.$ref?.split('/').at(-1) ?? ''] ?? each,
  )
  return variants
    .map((variant) => {
      const rows = Object.entries(variant.properties ?? {}).map(([name, field]) => {
        const needed = variant.required?.includes(name) ? 'required' : ''
        const fallback = field.default === undefined ? '' : `default ${JSON.stringify(field.default)}`
        const note = [needed, fallback, field.description ?? ''].filter(Boolean).join('; ')
        return `<tr><td class="m">${escapeHtml(name)}</td><td class="m">${escapeHtml(describeType(field))}</td><td>${escapeHtml(note)}</td></tr>`
      })
      return rows.length === 0 ? '' : `<p class="soft">${heading}</p><table tabindex="0">${rows.join('')}</table>`
    })
    .join('')
}

function describeAccess(scope: Route['scope']): string {
  if (scope === 'anonymous') return 'no authentication'
  if (scope === 'session') return 'signed-in session only'
  if (scope === 'administrator') return 'signed-in administrator'
  if (scope === 'credential') return 'any key or session'
  return `scope ${[scope].flat().join(' and ')}`
}

const problemLink = (code: ProblemCode, base_url: string): string =>
  `<a href="${escapeHtml(base_url)}/docs/problems/${code}">${code}</a>`

function renderRoute(route: Route, base_url: string): string {
  const media = route.form ? 'Body (form or JSON)' : 'Body (JSON)'
  return `<h2 id="${escapeHtml(route.id)}"><code class="method">${methodsOf(route).join(' or ')}</code> <code>${escapeHtml(route.path)}</code></h2>
<p>${escapeHtml(route.summary)}.</p><p class="soft">${escapeHtml(describeAccess(route.scope))} · returns ${route.returns.status} · SDK <code>${escapeHtml(route.id)}</code></p>
${route.query ? renderFields(route.query, 'Query') : ''}${route.body ? renderFields(route.body, media) : ''}
<p class="soft">Problems: ${problemsOf(route)
    .map((code) => problemLink(code, base_url))
    .join(', ')}</p>`
}

export function renderReference(routes: readonly Route[], base_url: string): string {
  const contents = routes
    .map((route) => `<li><a href="#${escapeHtml(route.id)}">${escapeHtml(`${route.method} ${route.path}`)}</a></li>`)
    .join('')
  const intro = `<h1>API reference</h1><p>All routes share one API key, one response format and one error format. Send <code>Authorization: Bearer sw_…</code>. The OpenAPI description is
<a href="${escapeHtml(base_url)}/openapi.json">openapi.json</a>.</p>
<pre tabindex="0">curl -H "Authorization: Bearer $SITEWATCH_KEY" ${escapeHtml(base_url)}/api/keys</pre><nav><ul>${contents}</ul></nav>`
  return renderPage('API', intro + routes.map((route) => renderRoute(route, base_url)).join(''), base_url)
}

export function renderProblemPage(code: ProblemCode, base_url: string): string {
  const { status, title, help } = PROBLEMS[code]
  const others = PROBLEM_CODES.map((other) => `<li>${problemLink(other, base_url)}</li>`).join('')
  const body = `<h1>${escapeHtml(title)}</h1><p><code>${code}</code> · HTTP ${status}</p><p>${escapeHtml(help)}</p><h2>All problems</h2><nav><ul>${others}</ul></nav>`
  return renderPage(title, body, base_url)
}
