import { t } from '../../platform/text/index.ts'
import { textOf } from './layout.ts'
import { below } from './page-urls.ts'

export type SubscriberChannel = 'email' | 'webhook'

/** A component that can be chosen. */
export interface Choosable {
  ref: string
  label: string
  group: string | null
}

/** `choose` says that the checkboxes were shown, so that a form with none checked differs from one without them. */
export function renderChoices(components: readonly Choosable[], isChosen: (ref: string) => boolean): string {
  const items = components.map(({ ref, label, group }) => {
    const name = group === null ? textOf(label) : `${textOf(group)}: ${textOf(label)}`
    return `<li><label><input type="checkbox" name="component" value="${ref}"${isChosen(ref) ? ' checked' : ''}><span>${name}</span></label></li>`
  })
  return `<fieldset class="choose"><legend>${t('Components')}</legend><input type="hidden" name="choose" value="1"><ul>${items.join('')}</ul></fieldset>`
}

const FIELDS: Readonly<Record<SubscriberChannel, () => string>> = {
  email: () =>
    `<label>${t('Your e-mail address')}<input class="control" name="email" type="email" required maxlength="254" autocomplete="email"></label>`,
  webhook: () =>
    `<label>${t('Webhook URL')}<input class="control" name="webhook_url" type="url" required maxlength="2000" placeholder="https://example.com/hook" autocomplete="off" autocapitalize="none"></label>`,
}

/** With one component there is nothing to choose. */
function renderForm(path: string, components: readonly Choosable[], channel: SubscriberChannel): string {
  const choices =
    components.length < 2
      ? ''
      : `<details class="choose"><summary>${t('Choose components')}</summary>${renderChoices(components, () => true)}</details>`
  return `<form method="post" action="${below(path, 'subscribe')}">${FIELDS[channel]()}<button class="button button-primary">${t('Subscribe')}</button>${choices}</form>`
}

/** Few people need webhooks, so their form is collapsed. */
export function renderSubscribe(
  path: string,
  components: readonly Choosable[],
  channels: readonly SubscriberChannel[],
): string {
  const mail = channels.includes('email')
    ? `<section><h2>${t('Get updates by e-mail')}</h2>${renderForm(path, components, 'email')}
<p class="small soft hint">${t('We will e-mail you a confirmation link. You can unsubscribe at any time.')}</p></section>`
    : ''
  const webhook = channels.includes('webhook')
    ? `<details><summary>${t('Get updates by webhook')}</summary>${renderForm(path, components, 'webhook')}
<p class="small soft hint">${t('Sends signed POST requests (Standard Webhooks). The first one contains a link that confirms the subscription.')}</p></details>`
    : ''
  return mail + webhook
}
