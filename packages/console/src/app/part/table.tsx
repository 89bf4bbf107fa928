import type { ReactNode } from 'react'
import styles from './part.module.css'

/** The class of a cell with a number. */
export const numberCell = styles.number ?? ''

/** A plain table that scrolls sideways by itself, not the page; its name is read out. */
export function Table(props: {
  readonly name: string
  readonly head: readonly string[]
  /** Titles of the columns of numbers, which end in one line; their cells are `numberCell`. */
  readonly numbers?: readonly string[]
  readonly children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <div className={styles.tableWrap} role="group" aria-label={props.name} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {props.head.map((title) => (
              <th
                key={title}
                scope="col"
                {...(props.numbers?.includes(title) ? { className: styles.number } : {})}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  )
}
