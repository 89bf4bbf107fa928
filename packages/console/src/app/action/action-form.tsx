import { useId } from 'react'
import { Hash } from '../part/hash.tsx'
import part from '../part/part.module.css'
import styles from './action.module.css'
import { type ActionField, type ActionInput, nameOfOption, withAll, withText } from './field.ts'
import type { FieldFit } from './fit.ts'
import type { FieldProblems } from './form-check.ts'

type FormState = {
  readonly input: ActionInput
  readonly change: (input: ActionInput) => void
  readonly problems: FieldProblems
}

/** The fields of an action, each with what it offers and what is wrong with it. */
export function ActionForm({ fits, ...state }: FormState & { readonly fits: readonly FieldFit[] }) {
  if (fits.length === 0) return <p className={styles.soft}>This action takes no values.</p>
  return (
    <div className={styles.form}>
      {fits.map((fit) => (
        <FieldRow key={fit.field.name} fit={fit} {...state} />
      ))}
    </div>
  )
}

function FieldRow({ fit, input, change, problems }: FormState & { readonly fit: FieldFit }) {
  const id = useId()
  const { field, isMisfit } = fit
  const isAll = field.canUseAll && input.all.includes(field.name)
  const text = input.texts[field.name] ?? ''
  const problem = problems[field.name]
  const shared = {
    id,
    className: part.input!,
    disabled: isAll,
    'aria-invalid': isMisfit || problem !== undefined,
    'aria-describedby': `${id}-hint${problem === undefined ? '' : ` ${id}-problem`}`,
  }
  return (
    <div className={part.field}>
      <label htmlFor={id}>
        {field.title}
        {field.isRequired || field.canUseAll ? null : (
          <span className={styles.soft}> (may be left out)</span>
        )}
      </label>
      {field.options === null ? (
        <input
          {...shared}
          type="text"
          inputMode={field.type === 'str' || field.isRaw ? 'text' : 'decimal'}
          autoComplete="off"
          spellCheck={false}
          value={isAll ? '' : text}
          placeholder={isAll ? 'all of it' : (field.fallback ?? '')}
          onChange={(event) => change(withText(input, field.name, event.target.value))}
        />
      ) : (
        <Choice
          fit={fit}
          shared={shared}
          text={text}
          change={(value) => change(withText(input, field.name, value))}
        />
      )}
      {field.canUseAll ? (
        <label className={styles.all}>
          <input
            type="checkbox"
            checked={isAll}
            onChange={(event) => change(withAll(input, field.name, event.target.checked))}
          />
          all of it
        </label>
      ) : null}
      <small id={`${id}-hint`}>{hintOf(fit)}</small>
      {isMisfit ? (
        <Misfit fit={fit} change={(value) => change(withText(input, field.name, value))} />
      ) : null}
      {problem === undefined || isMisfit ? null : (
        <small id={`${id}-problem`} className={styles.problem}>
          {problem}
        </small>
      )}
    </div>
  )
}

/** Labels and whole addresses; what the other fields rule out is not offered, but the value stays. */
function Choice(props: {
  readonly fit: FieldFit
  readonly shared: Readonly<Record<string, string | boolean>>
  readonly text: string
  readonly change: (value: string) => void
}) {
  const { fit, shared, text, change } = props
  const { field, options, isMisfit } = fit
  const value = text !== '' ? text : (field.fallback ?? '')
  const isAddress = /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.test(value)
  return (
    <>
      <select {...shared} value={value} onChange={(event) => change(event.target.value)}>
        {field.fallback === null || value === '' ? (
          <option value="">{field.isRequired ? 'Choose…' : 'Left to the service'}</option>
        ) : null}
        {isMisfit ? (
          <option value={value}>{nameOfOption(field, value)}: does not fit the others</option>
        ) : null}
        {(options ?? []).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label === null ? option.value : `${option.label}  ${option.value}`}
          </option>
        ))}
      </select>
      {isAddress ? (
        <span className={styles.soft}>
          <Hash value={value} />
        </span>
      ) : null}
    </>
  )
}

/** Says what does fit; taking it is the person's choice. */
function Misfit({ fit, change }: { readonly fit: FieldFit; readonly change: (v: string) => void }) {
  const { field, options } = fit
  const [only, ...furtherOptions] = options ?? []
  return (
    <div className={styles.misfit} role="note" aria-label={`${field.title} does not fit`}>
      This does not go with the other values.{' '}
      {only === undefined
        ? 'Nothing here does: change another field.'
        : furtherOptions.length === 0
          ? `What does fit: ${nameOfOption(field, only.value)}.`
          : `${furtherOptions.length + 1} other values fit: choose one of them, or change another field.`}{' '}
      {only !== undefined && furtherOptions.length === 0 ? (
        <button type="button" className={styles.inline} onClick={() => change(only.value)}>
          Take it
        </button>
      ) : null}{' '}
      <button type="button" className={styles.inline} onClick={() => change('')}>
        Clear
      </button>
    </div>
  )
}

function hintOf({ field, hiddenCount, implied }: FieldFit): string {
  const hints = [field.description.replace(/[^.!?]$/, '$&.')]
  if (field.options === null && field.fallback !== null) hints.push(`Left out: ${field.fallback}.`)
  if (field.min !== null) hints.push(`At least ${field.min}.`)
  if (field.max !== null) hints.push(`At most ${field.max}.`)
  if (hiddenCount > 0)
    hints.push(
      `${hiddenCount} more ${hiddenCount === 1 ? 'does' : 'do'} not go with the other values.`,
    )
  if (implied !== null) hints.push(`Follows from the others: ${nameOfOption(field, implied)}.`)
  return hints.join(' ')
}

/** A batch row in words: the values that were put in. */
export function inputText(fields: readonly ActionField[], input: ActionInput): string {
  const parts = fields.flatMap((field) => {
    if (field.canUseAll && input.all.includes(field.name)) return [`${field.title}: all of it`]
    const text = input.texts[field.name]
    return text === undefined ? [] : [`${field.title}: ${nameOfOption(field, text)}`]
  })
  return parts.join(', ')
}
