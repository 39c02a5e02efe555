import { msg, t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useIsGuest } from '../data/teams/roles.ts'
import { TeamMenu } from './team-menu.tsx'
import { followChanges, useLiveState } from '../platform/live.ts'
import { listenForShortcuts, useShortcuts } from '../platform/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { Toaster } from '../ui/toast.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { NOT_FOR_GUESTS, SCREENS } from './screens.ts'
import { lazyPart } from '../platform/lazy.tsx'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)
const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList)

const PALETTE_PRELOAD_MS = 1500
const LIVE_LABELS = { connecting: msg`Connecting…`, live: msg`Live`, polling: msg`Updating every 10 s` } as const

function LiveMark() {
  const state = useLiveState()
  const title = state === 'polling' ? t`Live connection lost. Data refreshes every 10 seconds.` : t`Data updates live.`
  return (
    <span title={title} className="inline-flex items-center gap-2 text-sm text-soft">
      <span
        aria-hidden
        className={`size-2 rounded-full border border-current ${state === 'live' ? 'bg-current' : ''}`}
      />
      {t(LIVE_LABELS[state])}
    </span>
  )
}

function Navigation({ onGo }: { onGo?: () => void }) {
  const isGuest = useIsGuest()
  const screens = isGuest ? SCREENS.filter(({ to }) => !NOT_FOR_GUESTS.includes(to)) : SCREENS
  return (
    <ul className="grid gap-0.5">
      {screens.map(({ to, label }) => (
        <li key={to}>
          <Link
            to={to}
            activeOptions={{ exact: to === '/' }}
            {...(onGo && { onClick: onGo })}
            className="block border-l-2 border-transparent py-1.5 ps-[18px] text-soft hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
          >
            {t(label)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Moves the focus to the new screen, like a page load, so that screen readers announce it. */
function useFocusOnScreenChange(): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== pathname) main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])
  return main
}

function useFrameShortcuts(open: (which: 'palette' | 'shortcuts') => void): void {
  const navigate = useNavigate()
  useShortcuts(t`General`, [
    { keys: '?', label: t`Show keyboard shortcuts`, run: () => open('shortcuts') },
    { keys: '/', label: t`Search`, run: () => open('palette') },
  ])
  useShortcuts(
    t`Go to`,
    SCREENS.map(({ to, label, keys }) => ({ keys, label: t(label), run: () => void navigate({ to }) })),
  )
  useEffect(listenForShortcuts, [])
  useEffect(() => {
    // Loaded after the first screen, so that text typed right after ⌘K is not lost.
    const timer = setTimeout(() => void Palette.preload(), PALETTE_PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      open('palette')
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [open])
}

function MobileBar({ onFind }: { onFind: () => void }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = (): void => menu.current?.removeAttribute('open')
  return (
    <details ref={menu} className="group border-b border-line md:hidden">
      <summary className="flex list-none items-center justify-between px-5 py-4">
        <Logo />
        <span className="rounded border border-line-strong px-3 py-1 text-sm">
          <span className="group-open:hidden">{t`Menu`}</span>
          <span className="hidden group-open:inline">{t`Close`}</span>
        </span>
      </summary>
      <nav aria-label={t`Main`} className="grid gap-4 px-5 pb-5">
        <TeamMenu />
        <div className="-mx-5">
          <Navigation onGo={close} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button
            onClick={(event) => {
              close()
              // This button is hidden now. When the palette closes, the focus returns to the summary.
              event.currentTarget.closest('details')?.querySelector('summary')?.focus()
              onFind()
            }}
          >
            {t`Search…`}
          </Button>
          <AccountMenu side="below" />
        </div>
      </nav>
    </details>
  )
}

export function Shell() {
  const client = useQueryClient()
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | undefined>()
  const main = useFocusOnScreenChange()
  useEffect(() => followChanges(client), [client])
  useFrameShortcuts(setOpened)
  // The close event of a dialog can come after later key presses. What they opened must stay open.
  const close = (which: typeof opened) => (): void => setOpened((now) => (now === which ? undefined : now))

  return (
    <div className="min-h-dvh md:grid md:grid-cols-[216px_minmax(0,1fr)]">
      <a
        href="#main"
        className="absolute top-2 left-2 z-30 -translate-y-20 rounded bg-ink px-4 py-2 text-paper focus:translate-y-0"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {t`Skip to content`}
      </a>
      <MobileBar onFind={() => setOpened('palette')} />
      <header className="sticky top-0 hidden h-dvh grid-rows-[auto_1fr_auto] gap-6 border-r border-line py-5 md:grid">
        <div className="grid gap-5 px-5">
          <Link to="/" aria-label={t`Sitewatch, overview`}>
            <Logo />
          </Link>
          <TeamMenu />
          <button
            type="button"
            className="flex min-h-9 items-center justify-between rounded border border-line-strong px-3 text-sm text-soft hover:text-ink"
            onClick={() => setOpened('palette')}
          >
            {t`Search…`} <kbd aria-hidden>⌘K</kbd>
          </button>
        </div>
        <nav aria-label={t`Main`} className="overflow-y-auto">
          <Navigation />
        </nav>
        <div className="grid gap-2 border-t border-line px-5 pt-4">
          <LiveMark />
          <AccountMenu side="above" />
        </div>
      </header>
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="w-full max-w-6xl min-w-0 px-5 py-6 outline-none md:px-8 md:py-8"
      >
        <Outlet />
      </main>
      <Toaster />
      {opened === 'palette' && <Palette onClose={close('palette')} />}
      {opened === 'shortcuts' && <ShortcutList onClose={close('shortcuts')} />}
    </div>
  )
}
