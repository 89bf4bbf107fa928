import type { ManifestResponse } from '@vaultwright/wire'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { Empty } from '../part/state.tsx'
import { Badge } from '../part/verdict.tsx'
import styles from './action.module.css'
import { inputText } from './action-form.tsx'
import { fieldsOf } from './input/field.ts'
import type { FieldProblems } from './input/form-check.ts'
import { type ActionPlan, maxActions, moveAction, type PlannedAction } from './input/plan.ts'
import { plannedTitle } from './input/planned-title.ts'

type RowAction = (id: number) => void

/** The actions of a batch in the order in which they run; moved by buttons, or dragged. */
export function BatchList(props: {
  readonly plan: ActionPlan
  readonly manifest: ManifestResponse
  readonly editing: number | null
  /** The refusals of the service, by place in the batch. */
  readonly refused: ReadonlyMap<number, FieldProblems>
  readonly change: (plan: ActionPlan) => void
  readonly edit: RowAction
  readonly remove: RowAction
}) {
  const { plan, manifest, editing, refused, change, edit, remove } = props
  const [dragged, setDragged] = useState<number | null>(null)
  const [moved, setMoved] = useState('')
  if (plan.length === 0)
    return <Empty>No action yet. Choose one, fill it in and add it to the batch.</Empty>
  const move = ({ id, route }: PlannedAction, to: number) => {
    change(moveAction(plan, id, to))
    setMoved(`${manifest[route]?.name ?? route} is now number ${to + 1}.`)
  }
  const drop = (to: number) => {
    const action = plan.find(({ id }) => id === dragged)
    setDragged(null)
    if (action !== undefined) move(action, to)
  }
  return (
    <>
      <ol className={styles.batch}>
        {plan.map((planned, index) => (
          <li
            key={planned.id}
            className={`sheet ${styles.step} ${planned.id === editing ? styles.editing : ''}`}
            draggable
            onDragStart={() => setDragged(planned.id)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => drop(index)}
          >
            <BatchRow
              planned={planned}
              manifest={manifest}
              index={index}
              problems={refused.get(index)}
            />
            <span className={styles.rowButtons}>
              <Button
                aria-label={`Move action ${index + 1} up`}
                disabled={index === 0}
                onClick={() => move(planned, index - 1)}
              >
                ↑
              </Button>
              <Button
                aria-label={`Move action ${index + 1} down`}
                disabled={index === plan.length - 1}
                onClick={() => move(planned, index + 1)}
              >
                ↓
              </Button>
              <Button aria-label={`Change action ${index + 1}`} onClick={() => edit(planned.id)}>
                Change
              </Button>
              <Button aria-label={`Remove action ${index + 1}`} onClick={() => remove(planned.id)}>
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ol>
      <p className="note">
        {plan.length} of at most {maxActions}. They run in this order, all of them or none.
      </p>
      <span className="hidden" aria-live="polite">
        {moved}
      </span>
    </>
  )
}

function BatchRow(props: {
  readonly planned: PlannedAction
  readonly manifest: ManifestResponse
  readonly index: number
  readonly problems: FieldProblems | undefined
}) {
  const { planned, manifest, index, problems } = props
  const action = manifest[planned.route]
  const text = action === undefined ? '' : inputText(fieldsOf(action), planned.input)
  return (
    <div className={styles.stepText}>
      <strong>
        {index + 1}. {action === undefined ? planned.route : plannedTitle(action, planned.input)}
      </strong>{' '}
      <Badge>{planned.route}</Badge>
      <p>{text === '' ? 'no values' : text}</p>
      {Object.entries(problems ?? {}).map(([name, problem]) => (
        <p key={name} className="problem">
          {name}: {problem}
        </p>
      ))}
    </div>
  )
}
