import { useRef } from 'react'
import { Button } from './button.tsx'
import { FileInput, useDrop } from './file-button.tsx'
import styles from './part.module.css'

/** Takes files: dropped on it, or chosen. */
export function DropZone(props: {
  readonly title: string
  readonly hint: string
  /** Name of the input, for screen readers and tests. */
  readonly label: string
  readonly accept?: string
  readonly isBusy: boolean
  readonly take: (files: readonly File[]) => void
}) {
  const { title, hint, label, accept, isBusy, take } = props
  const input = useRef<HTMLInputElement>(null)
  const { isOver, handlers } = useDrop(take)
  return (
    // The button inside does the same for keyboards.
    <div className={`${styles.drop} ${isOver ? styles.over : ''}`} {...handlers}>
      <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
        <path
          d="M20 26V8m0 0-7 7m7-7 7 7M7 26v4a3 3 0 0 0 3 3h20a3 3 0 0 0 3-3v-4"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <p className={styles.dropTitle}>{isBusy ? 'Reading…' : title}</p>
      <p className="soft">{hint}</p>
      <Button look="primary" disabled={isBusy} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <FileInput input={input} label={label} accept={accept} multiple take={take} />
    </div>
  )
}
