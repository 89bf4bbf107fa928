import { type DragEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from './button.tsx'
import styles from './part.module.css'

type Take = (files: readonly File[]) => void

/** A button that takes one file: chosen, or dropped on it. */
export function FileButton(props: {
  /** Name of the input, for screen readers and tests. */
  readonly label: string
  readonly take: (file: File) => void
  readonly children: ReactNode
}) {
  const { label, take, children } = props
  const input = useRef<HTMLInputElement>(null)
  const takeFirst: Take = ([file]) => take(file!)
  const { isOver, handlers } = useDrop(takeFirst)
  return (
    // The button inside does the same for keyboards.
    <span className={isOver ? styles.overButton : ''} {...handlers}>
      <Button onClick={() => input.current?.click()}>{children}</Button>
      <FileInput input={input} label={label} take={takeFirst} />
    </span>
  )
}

/** Takes what is dropped on an element; nothing where no file is dropped. */
export function useDrop(take: Take) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      takeAll(event.dataTransfer.files, take)
    },
  }
  return { isOver, handlers }
}

/** The input behind a button that chooses files. */
export function FileInput(props: {
  readonly input: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly accept?: string | undefined
  readonly multiple?: boolean
  readonly take: Take
}) {
  const { input, take, label, ...attributes } = props
  return (
    <input
      {...attributes}
      ref={input}
      type="file"
      className="hidden"
      tabIndex={-1}
      aria-label={label}
      onChange={(event) => {
        takeAll(event.target.files, take)
        // The same file again is a new file.
        event.target.value = ''
      }}
    />
  )
}

function takeAll(files: FileList | null, take: Take): void {
  if (files !== null && files.length > 0) take([...files])
}
