/**
 * Shows push notifications and opens their URL on a click. It has no fetch handler and no cache, so every page comes from the server and
 * matches the release that runs there.
 */

/** The used part of the global scope of a service worker. TypeScript's types for it conflict with those of a page. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: () => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
}

interface WindowClient {
  readonly url: string
  focus(): Promise<unknown>
}

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}

interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null
}

interface ClickEvent extends ExtendableEvent {
  readonly notification: Notification
  readonly action: string
}

/** Written by the server (server/src/alerting/notifications/compose/push.ts). */
interface PushContent {
  title: string
  body?: string
  tag?: string
  url?: string
  acknowledge?: { title: string; url: string }
  is_urgent?: true
}

/** Where the system does not support actions, a click opens the incident, which can be acknowledged there. */
interface ShownOptions extends NotificationOptions {
  renotify: boolean
  actions: { action: string; title: string }[]
}

const worker = globalThis as unknown as WorkerScope

const ACKNOWLEDGE = 'acknowledge'

function readContent({ data }: PushEvent): PushContent {
  try {
    const content = data?.json() as Partial<PushContent> | null | undefined
    if (typeof content?.title === 'string') return { ...content, title: content.title }
  } catch {
    // A browser revokes the permission of a site that does not show its push messages, so a notification is always shown.
  }
  return { title: 'Sitewatch' }
}

function show({ title, body = '', tag = '', url, acknowledge, is_urgent }: PushContent): Promise<void> {
  const { scope } = worker.registration
  const options: ShownOptions = {
    body,
    tag,
    // Also notify when it replaces an earlier notification.
    renotify: tag !== '',
    requireInteraction: is_urgent === true,
    icon: new URL('icons/app-192.png', scope).href,
    badge: new URL('icons/badge-96.png', scope).href,
    data: { url: url ?? scope, acknowledge_url: acknowledge?.url },
    actions: acknowledge ? [{ action: ACKNOWLEDGE, title: acknowledge.title }] : [],
  }
  return worker.registration.showNotification(title, options)
}

async function openPage(url: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((each) => each.url === url)
  await (open ? open.focus() : worker.clients.openWindow(url))
}

// Activate the new release at once: an older one has nothing to finish.
worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('push', (event) => event.waitUntil(show(readContent(event))))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url, acknowledge_url } = event.notification.data as { url: string; acknowledge_url?: string }
  event.waitUntil(openPage(event.action === ACKNOWLEDGE && acknowledge_url !== undefined ? acknowledge_url : url))
})
