import { useEffect } from 'react'

/** Runs what belongs to a key, unless the user types into a field or holds a modifier. */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    let prefix = ''
    const press = (event: KeyboardEvent) => {
      if (event.altKey || isField(event.target)) return
      const isJump = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if ((event.ctrlKey || event.metaKey) && !isJump) return
      const chord = isJump ? 'Ctrl K' : prefix === '' ? event.key : `${prefix} ${event.key}`
      prefix = event.key === 'g' && prefix === '' ? 'g' : ''
      const run = shortcuts[chord]
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [shortcuts])
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, select, textarea, [contenteditable]')
}
