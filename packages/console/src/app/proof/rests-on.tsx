import type { ReplayedWitness } from '@vaultwright/check'
import type { SlotKind, UsedSlot } from '@vaultwright/outcome'
import { Hash } from '../part/hash.tsx'
import { Table } from '../part/table.tsx'
import facts from '../style/fact.module.css'
import styles from './proof.module.css'
import { accountRole } from './token-text.ts'

/** The text of each kind of slot, the most serious first. */
const kinds: { readonly [kind in SlotKind]: readonly [title: string, sentence: string] } = {
  program: ['Programs', 'Each names the code that runs: another value is another program.'],
  permission: ['Permissions', 'Roots, roles and pauses: another value may refuse the transaction.'],
  balance: ['Balances', 'Holdings that were measured.'],
  other: ['Everything else', 'Prices, pools, rates and counters.'],
}

/** The part of the block's state that the result rests on, by kind; its writes stand apart. */
export function RestsOn({ replay }: { readonly replay: ReplayedWitness }) {
  const { read: readSlots, written, accounts } = replay.rests
  const names = Object.keys(kinds) as SlotKind[]
  const writes = names.flatMap((kind) => written[kind])
  return (
    <div className={styles.part}>
      <h3>What it rests on</h3>
      <p className="soft">
        If one of these places holds something else when the transaction runs, the result may be
        another one. It also rests on code, balance and nonce of {accounts.length} accounts.
      </p>
      {names.map((kind) => (
        <Slots
          key={kind}
          title={kinds[kind][0]}
          sentence={kinds[kind][1]}
          slots={readSlots[kind]}
          replay={replay}
        />
      ))}
      <Slots
        title="Written by the transaction"
        sentence="It reads them, and leaves another value."
        slots={writes}
        replay={replay}
      />
    </div>
  )
}

function Slots(props: {
  readonly title: string
  readonly sentence: string
  readonly slots: readonly UsedSlot[]
  readonly replay: ReplayedWitness
}) {
  const { title, sentence, slots, replay } = props
  if (slots.length === 0) return null
  return (
    <details className={`${facts.more} ${styles.more}`}>
      <summary>
        {title}: {slots.length}
      </summary>
      <p className="soft">{sentence}</p>
      <Table name={title} head={['Account', 'Slot', 'Value']}>
        {slots.map(({ account, slot, value }) => (
          <tr key={account + slot}>
            <td>
              {accountRole(account, replay)} <Hash value={account} short />
            </td>
            <td>
              <Hash value={slot} short />
            </td>
            <td>
              <Word value={value} />
            </td>
          </tr>
        ))}
      </Table>
    </details>
  )
}

/** A word of storage without its leading zeros. */
export function Word({ value }: { readonly value: string }) {
  const digits = value.slice(2).replace(/^0+/, '') || '0'
  return <code title={value}>0x{digits}</code>
}
