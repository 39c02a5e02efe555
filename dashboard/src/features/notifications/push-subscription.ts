import { t } from '@lingui/core/macro'
import { api } from '../../api.ts'
import { BASE_PATH } from '../../page-facts.ts'
import { BrowserError } from '../../ui/index.ts'

/** `install`: an iPhone or iPad, where only an app on the Home Screen gets notifications. */
export type PushSupport = 'ready' | 'blocked' | 'insecure' | 'install' | 'unsupported'

export function readPushSupport(): PushSupport {
  if (!isSecureContext) return 'insecure'
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (isSupported) return Notification.permission === 'denied' ? 'blocked' : 'ready'
  return /\b(iPhone|iPad)\b/.test(navigator.userAgent) ||
    (/\bMac OS X\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
    ? 'install'
    : 'unsupported'
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy
}

let policy: ScriptUrlPolicy | undefined

/** The page's policy takes no script from a text; this is the one address that may become a script, whatever is asked for. */
function nameServiceWorker(): string {
  const rules: ScriptUrlPolicy = { createScriptURL: () => `${BASE_PATH}/service-worker.js` }
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('service-worker', rules) ?? rules
  return policy.createScriptURL('')
}

async function subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    // It is subscribed with another key: that of a database that was set up anew.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/**
 * Asks for permission and subscribes this browser: what a provider of the type stores. Browsers ask only in answer to a click, so nothing is
 * awaited before.
 */
export async function subscribeBrowser(): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted')
    throw new BrowserError(
      t`Your browser does not allow notifications from this site.`,
      t`Allow them in the settings of the site, beside the address, and try again.`,
      permission,
    )
  const { public_key } = await api.providers.pushKey()
  try {
    await navigator.serviceWorker.register(nameServiceWorker(), { scope: `${BASE_PATH}/` })
    const { endpoint = '', keys = {} } = (await subscribe(await navigator.serviceWorker.ready, public_key)).toJSON()
    return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
  } catch (error) {
    throw new BrowserError(
      t`Your browser could not subscribe to notifications.`,
      t`It did not reach its push service, or does not allow notifications in a private window. Try again.`,
      error,
    )
  }
}
