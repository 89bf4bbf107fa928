import { Choice } from '../../part/choice.tsx'
import parts from '../../part/part.module.css'
import { TextField, Tick } from '../../part/text/field.tsx'
import styles from '../../style/fact.module.css'
import type { OptionInput, OptionProblems } from './option-input.ts'

const versions = { '0': 'Version 0', '1': 'Version 1' } as const

/** Version, fee and lifetime of the transaction. */
export function OptionForm(props: {
  readonly input: OptionInput
  readonly problems: OptionProblems
  readonly change: (input: OptionInput) => void
}) {
  const { input, problems, change } = props
  const isFirst = input.version === '0'
  const fieldOf = (name: 'price' | 'nonceAccount' | 'lookupTables') => ({
    value: input[name],
    change: (text: string) => change({ ...input, [name]: text }),
    problem: problems[name],
  })
  return (
    <details className={styles.more}>
      <summary>Transaction: version {input.version}, fee and lifetime</summary>
      <div className={`sheet ${parts.card}`}>
        <Choice
          name="Version of the transaction"
          options={versions}
          chosen={input.version}
          choose={(version) => change({ ...input, version })}
        />
        <p className="soft">
          {isFirst
            ? 'At most 1,232 bytes. Every wallet reads it.'
            : 'At most 4,096 bytes and 64 addresses, without lookup tables. Not every wallet and multisig reads it yet.'}
        </p>
        <Tick isTicked={input.hasBudget} change={(hasBudget) => change({ ...input, hasBudget })}>
          With a limit and a price of compute units
        </Tick>
        {input.hasBudget ? (
          <TextField
            {...fieldOf('price')}
            label={
              isFirst
                ? 'Price of a compute unit, in micro-lamports'
                : 'Priority fee, in lamports for the whole transaction'
            }
            hint="Left out: as the vault’s definition has it."
          />
        ) : null}
        <TextField
          {...fieldOf('nonceAccount')}
          label="Durable nonce account"
          hint="Left out: a recent blockhash, which expires after about a minute."
        />
        {isFirst ? (
          <TextField
            {...fieldOf('lookupTables')}
            label="Lookup tables"
            hint="Addresses, apart by spaces. Left out: those of the vault’s definition."
          />
        ) : null}
      </div>
    </details>
  )
}
