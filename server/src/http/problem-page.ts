import type { IncomingHttpHeaders } from 'node:http'
import { type ProblemCode, PROBLEMS } from '@sitewatch/contract'
import { escapeHtml } from '../platform/html/escape.ts'
import { PAGE_CSP, pathPrefix, renderPage } from '../platform/html/page.ts'
import { currentLanguage, msg, t } from '../platform/text/index.ts'
import type { ProblemError } from './problem.ts'

interface Request {
  url: string
  headers: IncomingHttpHeaders
  id: string
}

/** A browser that opens a page accepts text/html; programs and the dashboard do not. The API always answers with JSON. */
export const wantsPage = ({ url, headers }: Request): boolean =>
  !/^\/api(\/|\?|$)/.test(url) && /(^|,)\s*text\/html\s*(;|,|$)/i.test(headers.accept ?? '')

const PAGE_TEXTS: Partial<Record<ProblemCode, { title: string; text?: string }>> = {
  not_found: {
    title: msg('Page not found'),
    text: msg('There is no page at this address. Check it for typing mistakes, or go to the start page.'),
  },
  method_not_allowed: {
    title: msg('This page cannot be opened directly'),
    text: msg('It only receives a form. Go back to the page with the form and submit it again.'),
  },
  validation_failed: { title: msg('Please check what you entered') },
  cross_site_request: { title: msg('Please use the form on this site') },
  rate_limited: { title: msg('Too many requests') },
  internal_error: {
    title: msg('Something went wrong'),
    text: msg('The problem is on our side. Try again in a moment.'),
  },
  unavailable: {
    title: msg('Temporarily unavailable'),
    text: msg('The service cannot answer right now. Try again in a moment.'),
  },
}

/** A custom domain of a status page has a start page of its own, and does not name the server behind it. */
const isOtherHost = ({ headers }: Request, base_url: string): boolean => headers.host !== new URL(base_url).host

/** What a person sees instead of problem JSON: what happened, and the next step. */
export function renderProblem(found: ProblemError, request: Request, base_url: string): string {
  const { title: kind, status } = PROBLEMS[found.code]
  const texts = PAGE_TEXTS[found.code]
  const { heading } = found.details
  const title = t(heading ?? texts?.title ?? kind)
  const text = heading === undefined ? (texts?.text === undefined ? found.message : t(texts.text)) : t(found.message)
  const id =
    status >= 500
      ? `<p class="soft small">${t('If it happens again, tell the administrator this request ID:')} <code>${escapeHtml(request.id)}</code></p>`
      : ''
  const body = `<div class="note"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${id}
<p class="actions"><a class="button button-primary" href="${escapeHtml(pathPrefix(base_url))}/">${t('Go to the start page')}</a></p></div>`
  return renderPage(title, body, base_url, {
    head: '<meta name="robots" content="noindex">',
    language: currentLanguage(),
    ...(isOtherHost(request, base_url) && { header: '' }),
  })
}

export const PROBLEM_PAGE_HEADERS = {
  'content-security-policy': PAGE_CSP,
  'content-type': 'text/html; charset=utf-8',
}
