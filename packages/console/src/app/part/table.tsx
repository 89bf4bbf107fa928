import type { CSSProperties, ReactNode } from 'react'
import styles from './part.module.css'

/** The class of a cell with a number. */
export const numberCell = styles.number ?? ''
/** The class of a cell that a phone leaves out. */
export const wideCell = styles.wideCell ?? ''
/** The class of a cell whose few words stay in one line. */
export const shortCell = styles.shortCell ?? ''

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
  /** True if a phone shows each row as lines with the titles of the columns: nothing scrolls sideways. */
  readonly isStacked?: boolean
  /** The order of the rows, and a sort by another title. */
  readonly sort?: {
    readonly title: string
    readonly isDescending: boolean
    readonly by: (title: string) => void
  }
  readonly children: ReactNode
}) {
  const {
    name,
    head,
    numbers = [],
    wide = [],
    fitsPhone = false,
    isStacked = false,
    sort,
    children,
  } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <div className={`sheet ${styles.tableWrap}`} role="group" aria-label={name} tabIndex={0}>
      <table
        className={styles.table}
        data-fits={fitsPhone || isStacked ? '' : undefined}
        data-stacked={isStacked ? '' : undefined}
        style={isStacked ? titlesOf(head) : undefined}
      >
        <thead>
          <tr>
            {head.map((title) => (
              <th
                key={title}
                scope="col"
                className={`${numbers.includes(title) ? numberCell : ''} ${wide.includes(title) ? wideCell : ''}`}
                aria-sort={
                  sort?.title !== title ? undefined : sort.isDescending ? 'descending' : 'ascending'
                }
              >
                {sort === undefined ? (
                  title
                ) : (
                  <button type="button" className={styles.sort} onClick={() => sort.by(title)}>
                    {title}
                    <span aria-hidden="true">
                      {sort.title !== title ? '' : sort.isDescending ? ' ↓' : ' ↑'}
                    </span>
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** Titles as the styles of stacked rows have them. */
function titlesOf(head: readonly string[]): CSSProperties {
  return Object.fromEntries(
    head.map((title, index) => [`--title-${index + 1}`, JSON.stringify(title)]),
  )
}
