import { Button } from '../part/button.tsx'
import styles from './tree.module.css'

/** Says how far the reading of a tree is, and ends it. */
export function ReadingTree(props: {
  readonly name: string
  /** From 0 to 1. */
  readonly share: number
  readonly cancel: () => void
}) {
  const { name, share, cancel } = props
  return (
    <div className={`sheet ${styles.readingTree}`}>
      <p role="status">Reading {name}…</p>
      <progress aria-label={`Reading ${name}`} value={share} max={1} />
      <div>
        <Button onClick={cancel}>Cancel</Button>
      </div>
    </div>
  )
}
