import { useId } from 'react'
import { Choice } from '../../part/choice.tsx'
import parts from '../../part/part.module.css'
import styles from '../../style/fact.module.css'
import type { OptionInput, OptionProblems } from './option-input.ts'

const versions = { '0': 'Version 0', '1': 'Version 1' } as const

type TextField = 'price' | 'nonceAccount' | 'lookupTables'

/** Version, fee and lifetime of the transaction. */
export function OptionForm(props: {
  readonly input: OptionInput
  readonly problems: OptionProblems
  readonly change: (input: OptionInput) => void
}) {
  const { input, problems, change } = props
  const isFirst = input.version === '0'
  const field = { input, problems, change }
  return (
    <details className={styles.more}>
      <summary>Transaction: version {input.version}, fee and lifetime</summary>
      <div className={parts.card}>
        <Choice
          name="Version of the transaction"
          options={versions}
          chosen={input.version}
          choose={(version) => change({ ...input, version })}
        />
        <p className={styles.soft}>
          {isFirst
            ? 'At most 1,232 bytes. Every wallet reads it.'
            : 'At most 4,096 bytes and 64 addresses, without lookup tables. Not every wallet and multisig reads it yet.'}
        </p>
        <label className={styles.line}>
          <input
            type="checkbox"
            checked={input.hasBudget}
            onChange={(event) => change({ ...input, hasBudget: event.target.checked })}
          />
          With a limit and a price of compute units
        </label>
        {input.hasBudget ? (
          <OptionField
            {...field}
            name="price"
            title={
              isFirst
                ? 'Price of a compute unit, in micro-lamports'
                : 'Priority fee, in lamports for the whole transaction'
            }
            hint="Left out: as the vault’s definition has it."
          />
        ) : null}
        <OptionField
          {...field}
          name="nonceAccount"
          title="Durable nonce account"
          hint="Left out: a recent blockhash, which expires after about a minute."
        />
        {isFirst ? (
          <OptionField
            {...field}
            name="lookupTables"
            title="Lookup tables"
            hint="Addresses, apart by spaces. Left out: those of the vault’s definition."
          />
        ) : null}
      </div>
    </details>
  )
}

function OptionField(props: {
  readonly name: TextField
  readonly title: string
  readonly hint: string
  readonly input: OptionInput
  readonly problems: OptionProblems
  readonly change: (input: OptionInput) => void
}) {
  const { name, title, hint, input, problems, change } = props
  const id = useId()
  const problem = problems[name]
  return (
    <div className={parts.field}>
      <label htmlFor={id}>{title}</label>
      <input
        id={id}
        type="text"
        className={parts.input}
        autoComplete="off"
        spellCheck={false}
        value={input[name]}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change({ ...input, [name]: event.target.value })}
      />
      <small id={`${id}-hint`} className={problem === undefined ? '' : styles.bad}>
        {problem ?? hint}
      </small>
    </div>
  )
}
