import { PROBLEM_CODES } from '@sitewatch/contract'
import { escapeHtml } from '../../platform/html/escape.ts'

const code = (text: string): string => `<pre tabindex="0">${escapeHtml(text)}</pre>`

/** What holds for every operation, in the order in which people need it. */
export function listRules(base_url: string): { id: string; title: string; html: string }[] {
  const base = escapeHtml(base_url)
  const problems = PROBLEM_CODES.map((name) => `<li><a href="${base}/docs/problems/${name}">${name}</a></li>`).join('')
  return [
    {
      id: 'authentication',
      title: 'Authentication',
      html: `<p>Create an API key in the dashboard under Settings → API keys and send it with every request. A key has scopes; each operation below names the scope it needs.</p>
${code(`curl -H "Authorization: Bearer $SITEWATCH_KEY" ${base_url}/api/v1/websites`)}
<p>Operations of the account require a signed-in session instead of a key.</p>`,
    },
    {
      id: 'teams',
      title: 'Teams and roles',
      html: `<p>Everything belongs to a team. A key acts in the team it was created in. A session acts in the team named by the header <code>Sitewatch-Team: &lt;id&gt;</code>, or in your personal team; links and <code>EventSource</code>, which send no headers, use the parameter <code>team_id</code>. A team that is not yours is answered with 404, as a missing record. Each operation below names the least <a href="${base}/docs/roles">role</a> it needs; without it, the response is 403 <code>insufficient_role</code>.</p>`,
    },
    {
      id: 'responses',
      title: 'Requests and responses',
      html: `<p>Send JSON (<code>Content-Type: application/json</code>); the website operations also accept forms. A record comes as <code>{"data": …}</code>, a list as <code>{"data": […], "meta": …, "links": …}</code>. Times are UTC (RFC 3339). A response can gain fields in a later version: ignore those you do not know.</p>`,
    },
    {
      id: 'paging',
      title: 'Paging',
      html: `<p>Lists have pages: <code>page</code> starts at 1; the size is <code>per_page</code> under <code>/api/v1</code> and <code>pageSize</code> elsewhere. Follow <code>links.next</code> until it is null: it never repeats or skips a record where the list has a cursor (<code>after</code>).</p>
${code(`for await (const website of paginate(client.websites.list)) console.log(website.domain)`)}`,
    },
    {
      id: 'errors',
      title: 'Errors',
      html: `<p>Every error is a problem (RFC 9457, <code>application/problem+json</code>). Branch on <code>code</code>, show <code>detail</code> to people, and give <code>request_id</code> to your administrator. With <code>validation_failed</code>, <code>errors</code> lists every invalid field.</p>
<nav aria-label="Problems"><ul>${problems}</ul></nav>`,
    },
    {
      id: 'idempotency',
      title: 'Idempotency',
      html: `<p>Send an <code>Idempotency-Key</code> (any unique text) with a POST request. If you repeat the request with the same key within 24 hours, you get the first response and nothing is created twice. The SDK does this by itself.</p>`,
    },
    {
      id: 'concurrency',
      title: 'Concurrent changes',
      html: `<p>A record has an <code>ETag</code>. Send it in <code>If-Match</code> to change the record only if nobody else has changed it since: otherwise the response is 412. Send it in <code>If-None-Match</code> to get 304 without a body while nothing has changed.</p>`,
    },
    {
      id: 'limits',
      title: 'Rate limits',
      html: `<p>Every response has <code>RateLimit-Policy</code> (the limit and its window) and <code>RateLimit</code> (what is left), and the same as <code>X-RateLimit-Limit</code>, <code>-Remaining</code> and <code>-Reset</code>. Above the limit, the response is 429: wait for the seconds in <code>Retry-After</code>.</p>`,
    },
    {
      id: 'other-origins',
      title: 'Use from other websites (CORS)',
      html: `<p>A page of any origin can call the API with a key. Cookies are never accepted from other origins. A key in a public page can be read by everybody: give it read scopes only.</p>`,
    },
  ]
}
