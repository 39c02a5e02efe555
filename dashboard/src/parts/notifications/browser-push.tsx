import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Provider } from '@sitewatch/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../platform/api.ts'
import { Form, Notice, Section, Submit, toast, useHeldForm } from '../../ui/index.ts'
import { findProviderType } from '../../data/notifications/find-provider-type.ts'
import { type PushSupport, readPushSupport, subscribeBrowser } from '../../data/notifications/push-subscription.ts'

const OBSTACLES: Record<Exclude<PushSupport, 'ready'>, { title: MessageDescriptor; next: MessageDescriptor }> = {
  blocked: {
    title: msg`Your browser does not allow notifications from this site.`,
    next: msg`Allow them in the settings of the site, beside the address, and try again.`,
  },
  insecure: {
    title: msg`Push notifications need HTTPS.`,
    next: msg`Open Sitewatch at an address that begins with https://.`,
  },
  install: {
    title: msg`On an iPhone or iPad, add Sitewatch to the Home Screen first.`,
    next: msg`In Safari, tap Share, then Add to Home Screen. Open Sitewatch from there and add this provider.`,
  },
  unsupported: {
    title: msg`This browser does not support push notifications.`,
    next: msg`Use a current version of Chrome, Edge, Firefox or Safari.`,
  },
}

/** Shows what prevents notifications in this browser, or else the children. Blocks the form where it cannot work. */
function PushObstacle({ children }: { children: ReactNode }) {
  const [support] = useState(readPushSupport)
  useHeldForm(support !== 'ready' && support !== 'blocked')
  if (support === 'ready') return children
  const { title, next } = OBSTACLES[support]
  return (
    <Notice kind="warning" title={t(title)}>
      {t(next)}
    </Notice>
  )
}

/** Replaces the fields of a web push provider: there is nothing to type. */
export function BrowserPush() {
  return (
    <PushObstacle>
      <p>{t`Your browser asks for permission. Alerts then appear on this device, even while Sitewatch is closed. For other devices, add a provider on each of them.`}</p>
    </PushObstacle>
  )
}

/** Moves a stored provider to this browser: alerts appear here, and no longer in the previous browser. */
export function BrowserSection({ provider }: { provider: Provider }) {
  const client = useQueryClient()
  if (!findProviderType(provider.provider_type).subscribes_browser) return null
  return (
    <Section title={t`Browser`}>
      <Form
        label={t`Browser`}
        className="grid max-w-xl gap-5"
        submit={async () => {
          await api.providers.update(provider.id, await subscribeBrowser())
          await client.invalidateQueries({ queryKey: ['providers'] })
          toast(t`Alerts now appear in this browser`)
        }}
      >
        <PushObstacle>
          <p>{t`If notifications no longer arrive, or you use another browser, subscribe again with the one you are using now.`}</p>
        </PushObstacle>
        <div>
          <Submit kind="plain">{t`Use this browser`}</Submit>
        </div>
      </Form>
    </Section>
  )
}
