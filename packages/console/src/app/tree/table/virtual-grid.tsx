import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './virtual-grid.module.css'

const rowHeight = 36

/** A line of a grid: one that can be chosen has cells, one that names a group does not. */
export type GridLine =
  | { readonly kind: 'group'; readonly title: ReactNode }
  | { readonly kind: 'row'; readonly cells: readonly ReactNode[] }

/** Lines of any number, of which the page holds only those that are seen. */
export function VirtualGrid(props: {
  readonly name: string
  readonly head: readonly string[]
  /** Class of the columns. */
  readonly columns: 'leaves' | 'actions'
  readonly count: number
  /** Tells which lines are rows without making them. */
  readonly isRow: (index: number) => boolean
  readonly lineOf: (index: number) => GridLine
  /** Index of the chosen line; -1 without one. */
  readonly chosen: number
  readonly choose: (index: number) => void
  /** Enter on the chosen line. */
  readonly enter: () => void
}) {
  const { name, head, columns, count, isRow, lineOf, chosen, choose, enter } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  useEffect(() => {
    if (chosen >= 0) rows.scrollToIndex(chosen, { align: 'auto' })
  }, [chosen, rows])

  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault()
      enter()
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -count,
      End: count,
    }
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const next = rowNear(Math.min(count - 1, Math.max(0, chosen + step)), step, { count, isRow })
    if (next !== null) choose(next)
  }
  return (
    <div
      className={`sheet ${styles.table} ${styles[columns]}`}
      role="grid"
      aria-label={name}
      aria-rowcount={count + 1}
      aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
      tabIndex={0}
      onKeyDown={move}
    >
      <div role="row" aria-rowindex={1} className={styles.head} tabIndex={-1}>
        {head.map((title) => (
          <div key={title} role="columnheader" tabIndex={-1}>
            {title}
          </div>
        ))}
      </div>
      <div ref={scroller} className={styles.scroller} role="presentation">
        <div className={styles.space} role="presentation" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <Line
              key={index}
              id={`${id}-${index}`}
              line={lineOf(index)}
              index={index}
              start={start}
              width={head.length}
              isChosen={index === chosen}
              choose={choose}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** The next line that can be chosen on the way; null when there is none. */
function rowNear(
  from: number,
  step: number,
  { count, isRow }: { readonly count: number; readonly isRow: (index: number) => boolean },
): number | null {
  const way = step > 0 ? 1 : -1
  for (let index = from; index >= 0 && index < count; index += way) if (isRow(index)) return index
  for (let index = from; index >= 0 && index < count; index -= way) if (isRow(index)) return index
  return null
}

function Line(props: {
  readonly id: string
  readonly line: GridLine
  readonly index: number
  readonly start: number
  readonly width: number
  readonly isChosen: boolean
  readonly choose: (index: number) => void
}) {
  const { id, line, index, start, width, isChosen, choose } = props
  const place = { transform: `translateY(${start}px)` }
  if (line.kind === 'group')
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        className={styles.group}
        style={place}
        tabIndex={-1}
      >
        <div role="gridcell" aria-colspan={width} className={styles.cut} tabIndex={-1}>
          {line.title}
        </div>
      </div>
    )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={styles.row}
      style={place}
      tabIndex={-1}
      onClick={() => choose(index)}
    >
      {line.cells.map((cell, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
        <div key={column} role="gridcell" tabIndex={-1} className={styles.cut}>
          {cell}
        </div>
      ))}
    </div>
  )
}
