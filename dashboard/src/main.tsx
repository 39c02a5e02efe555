import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepFocus } from './keep-focus.ts'
import { startLanguage } from './language.ts'
import { queryClient, router } from './router.ts'
import './style.css'

// A tab opened before an upgrade may ask for a part that is no longer there: the new page has the new names.
addEventListener('vite:preloadError', (event) => {
  const reloaded_ms = Number(sessionStorage.getItem('sitewatch.reloaded'))
  if (Date.now() - reloaded_ms < 60_000) return
  event.preventDefault()
  sessionStorage.setItem('sitewatch.reloaded', String(Date.now()))
  location.reload()
})

keepFocus()

const place = document.querySelector('#app')
if (!place) throw new Error('the page has no place for the app')
const root = createRoot(place)

// Not a top-level await: with one, the bundler loads what later screens share before the first.
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
