import { randomBytes } from 'node:crypto'
import { escapeHtml, renderPage } from './layout.ts'

interface Field {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  autocomplete: string
  optional?: true
  /** Taken from the query string and not shown. */
  fromQuery?: true
}

interface FormPage {
  title: string
  intro: string
  method: 'POST' | 'PUT'
  action: string
  button: string
  done: string
  fields: readonly Field[]
}

const EMAIL: Field = { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' }
const NEW_PASSWORD: Field = {
  name: 'password',
  label: 'Password, at least 10 characters',
  type: 'password',
  autocomplete: 'new-password',
}

/** What the links in mails lead to. Each form sends JSON to the same API that everything else uses. */
export const FORM_PAGES: Readonly<Record<string, FormPage>> = {
  '/sign-up': {
    title: 'Create an account',
    intro:
      'The first account of an install needs the set-up code from the log; later ones an invitation, unless sign-up is open.',
    method: 'POST',
    action: '/api/account',
    button: 'Create account',
    done: 'Your account is ready and you are signed in.',
    fields: [
      EMAIL,
      NEW_PASSWORD,
      {
        name: 'setup_code',
        label: 'Set-up code (first account only)',
        type: 'text',
        autocomplete: 'off',
        optional: true,
      },
      { name: 'invitation', label: 'Invitation', type: 'text', autocomplete: 'off', optional: true, fromQuery: true },
    ],
  },
  '/sign-in': {
    title: 'Sign in',
    intro: '',
    method: 'POST',
    action: '/api/session',
    button: 'Sign in',
    done: 'You are signed in.',
    fields: [
      EMAIL,
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      {
        name: 'code',
        label: 'Code, when two-factor is on',
        type: 'text',
        autocomplete: 'one-time-code',
        optional: true,
      },
    ],
  },
  '/forgot-password': {
    title: 'Forgot your password?',
    intro: 'You get a mail with a link that works once.',
    method: 'POST',
    action: '/api/password-resets',
    button: 'Send the link',
    done: 'If the address has an account, a mail is on its way.',
    fields: [EMAIL],
  },
  '/reset-password': {
    title: 'Choose a new password',
    intro: 'Every session of the account ends.',
    method: 'PUT',
    action: '/api/password-resets',
    button: 'Save',
    done: 'Your password is changed. You can sign in with it now.',
    fields: [
      NEW_PASSWORD,
      { name: 'token', label: 'Token from the mail', type: 'text', autocomplete: 'off', fromQuery: true },
    ],
  },
}

const SCRIPT = `
const form = document.querySelector('form'), out = document.querySelector('output'), query = new URLSearchParams(location.search)
for (const input of form.querySelectorAll('[data-query]')) {
  const value = query.get(input.name)
  if (value) { input.value = value; input.closest('label').hidden = true }
}
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const fields = {}
  for (const [name, value] of new FormData(form)) if (value !== '') fields[name] = value
  out.textContent = 'One moment…'
  try {
    const answer = await fetch(form.action, { method: form.dataset.method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) })
    out.textContent = answer.ok ? form.dataset.done : (await answer.json()).detail
    if (answer.ok) form.querySelector('button').disabled = true
  } catch { out.textContent = 'The service could not be reached. Try again.' }
})
`

function renderField(field: Field): string {
  const attributes = `name="${field.name}" type="${field.type}" autocomplete="${field.autocomplete}"${field.optional ? '' : ' required'}${field.fromQuery ? ' data-query' : ''}`
  return `<p><label>${escapeHtml(field.label)}<br><input ${attributes}></label></p>`
}

const PLAIN_HTTP_NOTE =
  '<p class="soft">This install is called by plain http: passwords and the session cookie travel unencrypted, and anybody on the network can take them.</p>'

export function renderForm(page: FormPage, base_url: string): { html: string; csp: string } {
  const nonce = randomBytes(16).toString('base64')
  const body = `<h1>${escapeHtml(page.title)}</h1><p>${escapeHtml(page.intro)}</p>${base_url.startsWith('https:') ? '' : PLAIN_HTTP_NOTE}
<form action="${escapeHtml(base_url + page.action)}" method="post" data-method="${page.method}" data-done="${escapeHtml(page.done)}">
${page.fields.map(renderField).join('')}<p><button>${escapeHtml(page.button)}</button></p><p><output role="status" aria-live="polite"></output></p></form>
<noscript><p>This form needs JavaScript. The same can be done by <code>${page.method} ${escapeHtml(page.action)}</code>.</p></noscript>
<script nonce="${nonce}">${SCRIPT}</script>`
  const csp = `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html: renderPage(page.title, body, base_url), csp }
}
