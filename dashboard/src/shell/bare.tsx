import { Outlet } from '@tanstack/react-router'
import { Logo } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** One column without navigation, for screens before the dashboard: sign-in, sign-up, onboarding. */
export function Bare() {
  return (
    <div className="mx-auto grid min-h-dvh max-w-xl grid-rows-[auto_1fr_auto] px-5">
      <header className="border-b border-line py-5">
        <Logo />
      </header>
      <main id="main" tabIndex={-1} className="py-10">
        <Outlet />
      </main>
      <footer className="flex justify-end border-t border-line py-3">
        <ThemeSwitch />
      </footer>
    </div>
  )
}
