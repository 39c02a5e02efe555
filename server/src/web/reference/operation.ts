import { PROBLEMS, type ProblemCode } from '@sitewatch/contract'
import { escapeHtml } from '../../platform/html/escape.ts'
import { CODE_SAMPLES } from './code-samples.gen.ts'
import { type Document, type Entry, nameOf, type Operation, type Parameter } from './document.ts'
import { renderFields, renderParameters } from './fields.ts'

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function renderQuery(parameters: readonly Parameter[]): string {
  const search = new URLSearchParams()
  for (const { name, in: place, example } of parameters) {
    if (place === 'query' && example !== undefined)
      search.set(name, typeof example === 'string' ? example : JSON.stringify(example))
  }
  return search.size === 0 ? '' : `?${search.toString()}`
}

function renderAuthorization({ security: [access] }: Operation): string[] {
  if (access === undefined) return []
  return ['key' in access ? '-H "Authorization: Bearer $SITEWATCH_KEY"' : '-b "__Host-sitewatch=$SESSION"']
}

/** A command that works as it is, with a key in SITEWATCH_KEY. */
function renderCurl({ path, methods, operation }: Entry, parameters: readonly Parameter[], base_url: string): string {
  const [method = 'GET'] = methods
  const url = base_url + path.replaceAll(/\{\w+\}/g, '42') + renderQuery(parameters)
  const { example, examples = {} } = operation.requestBody?.content['application/json'] ?? {}
  const body = example ?? Object.values(examples)[0]?.value
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${url.includes('?') ? quote(url) : url}`,
    ...renderAuthorization(operation),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quote(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

const LANGUAGES = [
  ['curl', 'curl'],
  ['ts', 'TypeScript'],
  ['swctl', 'swctl'],
] as const

/** Without scripts all are shown. Where swctl has no command, readers who chose swctl see curl. */
function renderCodes(id: string, curl: string): string {
  const { typescript, swctl } = CODE_SAMPLES[id] ?? {}
  const codes = { curl, ts: typescript, swctl }
  const shown = LANGUAGES.filter(([language]) => codes[language] !== undefined)
  const tabs = shown.map(
    ([language, label]) => `<button type="button" class="tab" data-choose="${language}">${label}</button>`,
  )
  const blocks = shown.map(([language]) => {
    const shownFor = language === 'curl' && swctl === undefined ? 'curl swctl' : language
    return `<pre tabindex="0" data-code="${shownFor}">${escapeHtml(codes[language] ?? '')}</pre>`
  })
  return `<div class="tabs" role="group" aria-label="Language">${tabs.join('')}</div>${blocks.join('')}`
}

function renderAnswer({ responses }: Operation): string {
  const [status = '', answer] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? []
  const media = answer?.content?.['application/json']
  const data = media?.schema.properties?.['data'] ?? {}
  const name = nameOf(data) ?? nameOf(data.items ?? {})
  const link = name === undefined ? '' : ` · <a href="#${name}">${name}</a>`
  const types = Object.keys(answer?.content ?? {}).filter((type) => type !== 'application/json')
  const also = types.length === 0 ? '' : `<p>Also as ${types.join(', ')}.</p>`
  const example = escapeHtml(JSON.stringify(media?.example, null, 2))
  return `<h4>Response ${status}${link}</h4>${also}<pre tabindex="0">${example}</pre>`
}

function renderProblems({ responses }: Operation, base_url: string): string {
  const codes = Object.values(responses).flatMap((response) => (nameOf(response)?.split('.') ?? []) as ProblemCode[])
  const links = codes.map(
    (code) => `<a href="${escapeHtml(base_url)}/docs/problems/${code}">${PROBLEMS[code].status} ${code}</a>`,
  )
  return `<p class="soft small">Problems: ${links.join(', ')}</p>`
}

export function renderOperation(entry: Entry, { components }: Document, base_url: string): string {
  const { id, path, methods, operation } = entry
  const parameters = (operation.parameters ?? []).map((given) => components.parameters[nameOf(given) ?? ''] ?? given)
  const placed = (place: Parameter['in']): Parameter[] => parameters.filter((parameter) => parameter.in === place)
  const { content = {} } = operation.requestBody ?? {}
  const forms = 'application/x-www-form-urlencoded' in content ? 'JSON or form' : 'JSON'
  const body = content['application/json']
  return `<section class="operation" id="${id}"><h3><a href="#${id}">${escapeHtml(operation.summary)}</a></h3>
<p><code class="method">${methods.join(' or ')}</code> <code>${escapeHtml(path)}</code></p><p class="soft">${escapeHtml(operation.description)}</p>
${renderParameters(placed('path'), 'Path')}${renderParameters(placed('query'), 'Query')}${renderParameters(placed('header'), 'Headers')}${body ? renderFields(body.schema, `Body (${forms})`) : ''}
<h4>Request</h4>${renderCodes(id, renderCurl(entry, parameters, base_url))}
${renderAnswer(operation)}${renderProblems(operation, base_url)}</section>`
}
