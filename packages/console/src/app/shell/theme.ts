/** Light or dark, or what the system says. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'vaultwright-theme'

/** Reads the theme that this browser keeps; the system's choice counts without one. */
export function storedTheme(): Theme {
  const text = storage()?.getItem(key)
  return text === 'light' || text === 'dark' ? text : 'system'
}

/** Shows a theme, keeps it, and tells what draws by itself (charts) to draw again. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    storage()?.removeItem(key)
    delete document.documentElement.dataset.theme
  } else {
    storage()?.setItem(key, theme)
    document.documentElement.dataset.theme = theme
  }
  dispatchEvent(new Event('themechange'))
}

/** Shows the theme that this browser keeps; called before the first paint. */
export function applyStoredTheme(): void {
  const theme = storedTheme()
  if (theme !== 'system') document.documentElement.dataset.theme = theme
}

/** Null where the browser keeps nothing, as some do for a page from a disk. */
function storage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
