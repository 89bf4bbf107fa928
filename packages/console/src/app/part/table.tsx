import type { ReactNode } from 'react'
import styles from './part.module.css'

/** The class of a cell with a number. */
export const numberCell = styles.number ?? ''
/** The class of a cell that a phone leaves out. */
export const wideCell = styles.wideCell ?? ''

/** A plain table that scrolls sideways by itself, not the page; its name is read out. */
export function Table(props: {
  readonly name: string
  readonly head: readonly string[]
  /** Titles of the columns of numbers, which end in one line; their cells are `numberCell`. */
  readonly numbers?: readonly string[]
  /** Titles of columns that a phone leaves out; their cells are `wideCell`. */
  readonly wide?: readonly string[]
  /** True if the rest fits a phone: nothing scrolls sideways. */
  readonly fitsPhone?: boolean
  readonly children: ReactNode
}) {
  const { name, head, numbers = [], wide = [], fitsPhone = false, children } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <div className={styles.tableWrap} role="group" aria-label={name} tabIndex={0}>
      <table className={styles.table} data-fits={fitsPhone ? '' : undefined}>
        <thead>
          <tr>
            {head.map((title) => (
              <th
                key={title}
                scope="col"
                className={`${numbers.includes(title) ? numberCell : ''} ${wide.includes(title) ? wideCell : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
