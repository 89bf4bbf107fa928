import type { MetricsSnapshot } from '@vaultwright/wire'
import { useId } from 'react'
import { Button } from '../part/button.tsx'
import { Hash } from '../part/hash.tsx'
import part from '../part/part.module.css'
import { Tick } from '../part/text/field.tsx'
import { percentOfBps } from '../part/text/number-text.ts'
import styles from './action.module.css'
import { AmountField } from './amount/amount-field.tsx'
import { LeastField } from './amount/least-field.tsx'
import { balanceText, vaultBalanceOf, worthText } from './amount/vault-balance.ts'
import {
  type ActionField,
  type ActionInput,
  fieldValueOf,
  isMinimum,
  nameOfOption,
  slippageName,
  withAll,
  withText,
} from './input/field.ts'
import type { FieldFit } from './input/fit.ts'
import type { FieldProblems } from './input/form-check.ts'
import type { ActionPlace } from './input/plan.ts'
import { isAmountField, tokenOfField } from './input/planned-title.ts'

type FormState = {
  readonly place: ActionPlace
  readonly route: string
  /** Holdings of the vault when it was last counted; null where that is not known. */
  readonly snapshot: MetricsSnapshot | null
  readonly input: ActionInput
  readonly change: (input: ActionInput) => void
  readonly problems: FieldProblems
}

/**
 * The fields of an action, each with what it offers and what is wrong with it. What has a value of its
 * own is folded, with that value, until it is wrong.
 */
export function ActionForm(props: FormState & { readonly fits: readonly FieldFit[] }) {
  const { fits, ...state } = props
  if (fits.length === 0) return <p className="note">This action takes no values.</p>
  const fields = fits.map(({ field }) => field)
  const complete = fits.reduce(
    (input, { field, implied }) =>
      implied === null ? input : withText(input, field.name, implied),
    state.input,
  )
  const minimums = fields.filter((field) => isMinimum(field, fields))
  const shown = minimums.length === 0 ? [] : [...minimums.map(({ name }) => name), slippageName]
  const optional = fits.filter(
    (fit) => !shown.includes(fit.field.name) && isFolded(fit, state.problems),
  )
  const [main, folded] =
    optional.length === fits.length
      ? [fits, []]
      : [fits.filter((fit) => !optional.includes(fit)), optional]
  const rowOf = (fit: FieldFit) => (
    <FieldRow
      key={fit.field.name}
      fit={fit}
      fields={fields}
      complete={complete}
      isMeasured={minimums.length === 1 && minimums[0] === fit.field}
      {...state}
    />
  )
  return (
    <div className={styles.form}>
      {main.map(rowOf)}
      {folded.length === 0 ? null : (
        <details>
          <summary>{folded.map(({ field }) => foldedText(field, complete)).join(', ')}</summary>
          <div className={styles.form}>{folded.map(rowOf)}</div>
        </details>
      )}
    </div>
  )
}

function isFolded({ field, isMisfit }: FieldFit, problems: FieldProblems): boolean {
  const isOptional = field.fallback !== null || !(field.isRequired || field.canUseAll)
  return isOptional && !isMisfit && problems[field.name] === undefined
}

function foldedText(field: ActionField, input: ActionInput): string {
  const value = fieldValueOf(field, input) ?? field.fallback
  const name = value === null ? 'left to the service' : nameOfOption(field, value)
  return `${field.title}: ${name}`
}

function FieldRow(
  props: FormState & {
    readonly fit: FieldFit
    readonly fields: readonly ActionField[]
    /** The input with what follows from it. */
    readonly complete: ActionInput
    /** True for the one minimum of an action: a simulation can measure it. */
    readonly isMeasured: boolean
  },
) {
  const { fit, fields, complete, isMeasured, input, change, problems, snapshot } = props
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
  const label = (
    <label htmlFor={id}>
      {isMeasured ? 'You get at least' : field.title}
      {field.isRequired || field.canUseAll || isMinimum(field, fields) ? null : (
        <span className="note"> (may be left out)</span>
      )}
    </label>
  )
  const entry = (
    <input
      {...shared}
      type="text"
      inputMode={field.type === 'str' || field.isRaw ? 'text' : 'decimal'}
      autoComplete="off"
      spellCheck={false}
      value={isAll ? '' : text}
      placeholder={isAll ? 'all of it' : (field.fallback ?? exampleText(field))}
      onChange={(event) => change(withText(input, field.name, event.target.value))}
    />
  )
  const isAmount =
    field.options === null && !isMeasured && (isAmountField(field) || isMinimum(field, fields))
  const token = isAmount ? (tokenOfField(field, fields, complete)?.symbol ?? null) : null
  const balance =
    token === null || snapshot === null || isMinimum(field, fields)
      ? null
      : vaultBalanceOf(snapshot, token)
  return (
    <div className={part.field}>
      {isAmount || isMeasured ? null : label}
      {isMeasured ? (
        <LeastField {...props} label={label} entry={entry} field={field} />
      ) : isAmount ? (
        <AmountField
          label={label}
          aside={token === null ? null : worthText(text.trim(), balance, token)}
          input={entry}
          token={token}
        >
          <span>{balance === null || token === null ? '' : balanceText(balance, token)}</span>
          {field.canUseAll ? (
            <Button
              aria-pressed={isAll}
              aria-label="Max: all of it"
              onClick={() => change(withAll(input, field.name, !isAll))}
            >
              Max
            </Button>
          ) : null}
        </AmountField>
      ) : field.options === null ? (
        entry
      ) : (
        <Choice
          fit={fit}
          shared={shared}
          text={text}
          change={(value) => change(withText(input, field.name, value))}
        />
      )}
      {field.suggestions.length === 0 ? null : (
        <div className={styles.usual} role="group" aria-label={`Usual values: ${field.title}`}>
          {field.suggestions.map(({ value, label: name }) => (
            <Button
              key={value}
              aria-pressed={text.trim() === value}
              onClick={() => change(withText(input, field.name, value))}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      {field.canUseAll && !isAmount ? (
        <Tick isTicked={isAll} change={(isTicked) => change(withAll(input, field.name, isTicked))}>
          all of it
        </Tick>
      ) : null}
      <small id={`${id}-hint`}>{hintOf(fit, text.trim())}</small>
      {isMisfit ? (
        <Misfit fit={fit} change={(value) => change(withText(input, field.name, value))} />
      ) : null}
      {problem === undefined || isMisfit ? null : (
        <small id={`${id}-problem`} className="problem">
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
        <span className="note">
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
        <button type="button" className={part.link} onClick={() => change(only.value)}>
          Take it
        </button>
      ) : null}{' '}
      <button type="button" className={part.link} onClick={() => change('')}>
        Clear
      </button>
    </div>
  )
}

function exampleText({ example }: ActionField): string {
  return example === '' ? '' : `such as ${example}`
}

function hintOf({ field, hiddenCount, implied }: FieldFit, text: string): string {
  // The other way to say a minimum has its own field, and the service's names for both are for programs.
  const description = field.description.replace(/; or expected_\w+ with slippage_bps$/, '')
  const hints = [description.replace(/[^.!?]$/, '$&.')]
  if (/_bps$/.test(field.name) && /^\d{1,5}$/.test(text)) hints.push(`= ${percentOfBps(text)} %.`)
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
