import { useState } from 'react'
import styles from '../part/part.module.css'
import { setTheme, storedTheme } from './theme.ts'

/** Changes between light and dark; the system's choice counts until then. */
export function ThemeButton() {
  const [theme, setShown] = useState<'light' | 'dark'>(shownTheme)
  const otherTheme = theme === 'dark' ? 'light' : 'dark'
  const change = () => {
    setTheme(otherTheme)
    setShown(otherTheme)
  }
  return (
    <button
      type="button"
      className={styles.icon}
      onClick={change}
      aria-label={`Switch to ${otherTheme} theme`}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M8 1.5a6.5 6.5 0 1 0 0 13z" fill="currentColor" />
        <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
      </svg>
    </button>
  )
}

function shownTheme(): 'light' | 'dark' {
  const theme = storedTheme()
  if (theme !== 'system') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
