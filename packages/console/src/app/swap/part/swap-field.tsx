import { useId } from 'react'
import part from '../../part/part.module.css'
import styles from './swap.module.css'

/** A field for a text, with what is wrong with it. */
export function TextField(props: {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  readonly hint?: string
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly problem?: string | undefined
}) {
  const { label, value, change, hint = '', placeholder, isDisabled = false, problem } = props
  const id = useId()
  return (
    <div className={part.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={part.input}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        disabled={isDisabled}
        value={value}
        placeholder={placeholder}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change(event.target.value)}
      />
      <small id={`${id}-hint`} className={problem === undefined ? '' : styles.problem}>
        {problem ?? hint}
      </small>
    </div>
  )
}

/** A box that is ticked or not. */
export function Tick(props: {
  readonly label: string
  readonly isTicked: boolean
  readonly change: (isTicked: boolean) => void
}) {
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={props.isTicked}
        onChange={(event) => props.change(event.target.checked)}
      />
      {props.label}
    </label>
  )
}
