import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useLayoutEffect, useState } from 'react'
import { Icon } from '../part/band/icon.tsx'
import { Dialog } from '../part/dialog.tsx'
import styles from './palette.module.css'
import { findItems, type PaletteItem } from './palette-item.ts'

/** A field that finds places of the console by words; arrows choose, Enter opens. */
export function Palette(props: {
  readonly items: readonly PaletteItem[]
  /** The keys that were typed before the palette was there. */
  readonly early: { readonly current: string }
  readonly close: () => void
}) {
  const { items, early, close } = props
  const navigate = useNavigate()
  const id = useId()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  useLayoutEffect(() => setQuery(early.current), [early])
  const matches = findItems(items, query)
  const current = Math.min(chosen, matches.length - 1)
  const open = (item: PaletteItem) => {
    close()
    void navigate({ to: item.to })
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = (current + step + matches.length) % Math.max(1, matches.length)
      setChosen(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    const item = matches[current]
    if (event.key === 'Enter' && item !== undefined) {
      event.preventDefault()
      open(item)
    }
  }
  return (
    <Dialog title="Search or jump" isOpen close={close}>
      <input
        className={styles.field}
        role="combobox"
        aria-label="Search or jump"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={matches.length === 0 ? undefined : `${id}-${current}`}
        placeholder="A vault, a screen, an address, a root"
        spellCheck={false}
        // A modal dialog looks for the attribute, which the view library does not write.
        ref={(field) => field?.setAttribute('autofocus', '')}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setChosen(0)
        }}
        onKeyDown={press}
      />
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label="Found">
        {matches.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          <div
            key={item.group + item.to}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onClick={() => open(item)}
          >
            <span className={styles.group}>
              {matches[index - 1]?.group === item.group ? '' : item.group}
            </span>
            <span>
              <b>{item.title}</b> <span className={styles.note}>{item.note}</span>
            </span>
            {item.keys === undefined ? <Icon name="next" size={12} /> : <kbd>{item.keys}</kbd>}
          </div>
        ))}
      </div>
      <p className={styles.note} role="status">
        {matches.length === 0 ? 'Nothing has these words.' : `${matches.length} found`}
      </p>
    </Dialog>
  )
}
