import { type ComponentProps, type ReactNode, useId } from 'react'
import parts from '../part.module.css'

/** The words of a field. */
type FieldWords = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** The problem of the value; it stands in place of the hint. */
  readonly problem?: string | null | undefined
  /** A class of the screen, for the field's width. */
  readonly className?: string | undefined
}

type LinkedAttributes = Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>

/** A label, what is filled in, and the hint or the problem; assistive technology reads them as one. */
function Field(props: FieldWords & { readonly children: (linked: LinkedAttributes) => ReactNode }) {
  const { label, hint, problem = null, className = '', children } = props
  const id = useId()
  const hasNote = problem !== null || (hint !== undefined && hint !== '')
  return (
    <div className={`${parts.field} ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': problem !== null,
        'aria-describedby': hasNote ? `${id}-note` : undefined,
      })}
      {hasNote ? (
        <small id={`${id}-note`} className={problem === null ? '' : 'problem'}>
          {problem ?? hint}
        </small>
      ) : null}
    </div>
  )
}

type Entry<Tag extends 'input' | 'textarea' | 'select'> = FieldWords &
  Omit<ComponentProps<Tag>, 'className' | 'onChange' | 'value'> & {
    readonly value: string
    readonly change: (value: string) => void
  }

/** A field for one line of text. */
export function TextField({ isMono = false, ...props }: Entry<'input'> & { isMono?: boolean }) {
  const { label, hint, problem, className, change, ...attributes } = props
  return (
    <Field {...{ label, hint, problem, className }}>
      {(linked) => (
        <input
          autoComplete="off"
          spellCheck={false}
          {...attributes}
          {...linked}
          className={`${parts.input} ${isMono ? 'mono' : ''}`}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A field for a text of many lines. */
export function TextArea(props: Entry<'textarea'>) {
  const { label, hint, problem, className, change, ...attributes } = props
  return (
    <Field {...{ label, hint, problem, className }}>
      {(linked) => (
        <textarea
          spellCheck={false}
          {...attributes}
          {...linked}
          className={`${parts.input} mono`}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A field for one of a few values, as pairs of value and words. */
export function SelectField(
  props: Entry<'select'> & { readonly options: readonly (readonly [string, string])[] },
) {
  const { label, hint, problem, className, change, options, ...attributes } = props
  return (
    <Field {...{ label, hint, problem, className }}>
      {(linked) => (
        <select
          {...attributes}
          {...linked}
          className={parts.input}
          onChange={(event) => change(event.target.value)}
        >
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A box that is ticked or not. */
export function Tick(props: {
  readonly isTicked: boolean
  readonly change: (isTicked: boolean) => void
  readonly isDisabled?: boolean
  /** A class of the screen; default: one of the parts. */
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const { isTicked, change, isDisabled = false, className = parts.tick, children } = props
  return (
    <label className={className}>
      <input
        type="checkbox"
        checked={isTicked}
        disabled={isDisabled}
        onChange={(event) => change(event.target.checked)}
      />
      {children}
    </label>
  )
}
