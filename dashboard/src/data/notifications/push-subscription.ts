import { t } from '@lingui/core/macro'
import { api } from '../../platform/api.ts'
import { BASE_PATH } from '../../platform/page-facts.ts'
import { BrowserError } from '../../platform/browser-error.ts'

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

/** The CSP requires trusted types. This policy is the only one allowed, and returns this one URL for any input. */
function getServiceWorkerUrl(): string {
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
    // Already subscribed with another key, from before the database was set up again.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/**
 * Requests permission, subscribes this browser and returns the fields that a provider stores. Browsers show the prompt only in response to
 * a click, so nothing is awaited before it.
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
    await navigator.serviceWorker.register(getServiceWorkerUrl(), { scope: `${BASE_PATH}/` })
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
