import './style/token.css'
import './style/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import { applyStoredTheme } from './shell/theme.ts'
import { takeLink } from './signing/link-arrival.ts'

takeLanguage()
takeLink()
addEventListener('hashchange', takeLink)
applyStoredTheme()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)

/** A browser may name a language that `Intl` refuses (`en-US@posix`), and a library that asks for it would not start. */
function takeLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US' })
  }
}
