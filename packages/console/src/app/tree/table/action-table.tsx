import { useCallback, useMemo } from 'react'
import { Badge } from '../../part/verdict.tsx'
import type { PermissionRow } from '../analysis/question.ts'
import styles from './virtual-grid.module.css'
import { type GridLine, VirtualGrid } from './virtual-grid.tsx'

const head = ['Protocol', 'What it permits', 'Leaves', 'Can it run']

/** The actions that a tree permits, in place of its leaves. */
export function ActionTable(props: {
  readonly permissions: readonly PermissionRow[]
  readonly slot: number | null
  readonly choose: (slot: number) => void
  readonly enter: () => void
}) {
  const { permissions, slot, choose, enter } = props
  const chosen = useMemo(
    () => permissions.findIndex(({ slots }) => slot !== null && slots.includes(slot)),
    [permissions, slot],
  )
  const lineOf = useCallback(
    (index: number): GridLine => ({ kind: 'row', cells: cellsOf(permissions[index]!) }),
    [permissions],
  )
  if (permissions.length === 0)
    return <p className={`sheet ${styles.none}`}>No action that is known meets this search.</p>
  return (
    <VirtualGrid
      name="Actions"
      head={head}
      columns="actions"
      count={permissions.length}
      isRow={() => true}
      lineOf={lineOf}
      chosen={chosen}
      choose={(index) => {
        const first = permissions[index]?.slots[0]
        if (first !== undefined) choose(first)
      }}
      enter={enter}
    />
  )
}

function cellsOf({ protocol, sentence, slots, approvals, missing, isPossible }: PermissionRow) {
  return [
    <span key="protocol" className={styles.text}>
      {protocol}
    </span>,
    <span key="sentence" className={styles.text} title={sentence}>
      {isPossible ? `Possibly: ${sentence}` : sentence}
    </span>,
    <span key="leaves" className={styles.number}>
      {slots.length + approvals.length}
    </span>,
    missing.length === 0 ? (
      <span key="state" className="soft">
        complete
      </span>
    ) : (
      <Badge key="state" tone="look">
        {missing.length} missing
      </Badge>
    ),
  ]
}
