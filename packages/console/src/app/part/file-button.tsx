import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './part.module.css'

/** A button that takes one file: chosen, or dropped on it. */
export function FileButton(props: {
  /** Name of the input, for screen readers and tests. */
  readonly label: string
  readonly take: (file: File) => void
  readonly children: ReactNode
}) {
  const { label, take, children } = props
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const takeFirst = (files: FileList | null) => {
    const file = files?.[0]
    if (file !== undefined) take(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for keyboards
    <span
      className={isOver ? styles.overButton : ''}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        takeFirst(event.dataTransfer.files)
      }}
    >
      <Button onClick={() => input.current?.click()}>{children}</Button>
      <input
        ref={input}
        type="file"
        className="hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          takeFirst(event.target.files)
          // The same file again is a new file.
          event.target.value = ''
        }}
      />
    </span>
  )
}
