import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepFocus } from './platform/keep-focus.ts'
import { startLanguage } from './platform/language.ts'
import { queryClient, router } from './router.ts'
import './style.css'

// A tab that was opened before an upgrade may request a file that no longer exists. After a reload, it has the new file names.
addEventListener('vite:preloadError', (event) => {
  const reloaded_ms = Number(sessionStorage.getItem('sitewatch.reloaded'))
  if (Date.now() - reloaded_ms < 60_000) return
  event.preventDefault()
  sessionStorage.setItem('sitewatch.reloaded', String(Date.now()))
  location.reload()
})

keepFocus()

const container = document.querySelector('#app')
if (!container) throw new Error('the page has no place for the app')
const root = createRoot(container)

// Not a top-level await: with one, the bundler would load code shared by later screens before the first screen.
void startLanguage().then(() =>
  root.render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  ),
)
