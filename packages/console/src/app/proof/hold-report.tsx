import type { Hex } from '@vaultwright/base'
import { type Hold, isHeld, isOlder, type MovedSlot } from '@vaultwright/outcome'
import { useMemo, useState } from 'react'
import { Button } from '../part/button.tsx'
import { FileButton } from '../part/file-button.tsx'
import { Hash } from '../part/hash.tsx'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { Table } from '../part/table.tsx'
import { Verdict } from '../part/verdict.tsx'
import { BlockHashEntry } from './block-hash-entry.tsx'
import { hashFieldName } from './claimed-block.ts'
import styles from './proof.module.css'
import { useHold } from './replay/use-hold.ts'
import { Word } from './rests-on.tsx'
import { noHash } from './typed-hash.ts'

/** The comparison of a simulation's reads with a newer block, whose hash is typed too. */
export function HoldReport(props: {
  readonly witnessText: string
  readonly blockHash: Hex
  /** Asks for a state file of the newest block; null where there is no service. */
  readonly askState: (() => Promise<string>) | null
}) {
  const { witnessText, blockHash, askState } = props
  const [state, setState] = useState<string | null>(null)
  const [typed, setTyped] = useState(noHash)
  const [problem, setProblem] = useState<unknown>(null)
  const name = useMemo(() => (state === null ? '' : hashFieldName(state)), [state])
  const hold = useHold({ witness: witnessText, blockHash, state, stateHash: typed.hash })
  const take = async (read: () => Promise<string>) => {
    setProblem(null)
    try {
      setState(await read())
      setTyped(noHash)
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <div className={styles.part}>
      <h3>Does it still hold?</h3>
      <p className="soft">
        A state file proves the same places at a newer block. When nothing moved, the result stands,
        but for time.
      </p>
      <div className={parts.actions}>
        {askState === null ? null : (
          <Button onClick={() => void take(askState)}>Ask for the newest state</Button>
        )}
        <FileButton label="State file" take={(file) => void take(() => file.text())}>
          Drop or choose a state file
        </FileButton>
      </div>
      <Failure title="No newer state" error={problem} />
      {state === null ? null : <BlockHashEntry name={name} typed={typed} setTyped={setTyped} />}
      {hold.kind === 'running' ? <p role="status">Comparing…</p> : null}
      {hold.kind === 'refused' ? (
        <Failure title="The newer state proves nothing" error={hold.error} />
      ) : null}
      {hold.kind === 'compared' ? (
        <Compared hold={hold.hold} isFromElsewhere={typed.isFromElsewhere} />
      ) : null}
    </div>
  )
}

function Compared(props: { readonly hold: Hold; readonly isFromElsewhere: boolean }) {
  const { hold, isFromElsewhere } = props
  const { before, now, slots, moved, accounts, asked: blockReads } = hold
  const span = `between block ${before.number} and block ${now.number}`
  const suffix = isFromElsewhere ? '' : ', by a hash that came with the file'
  if (isHeld(hold))
    return (
      <Verdict tone={isFromElsewhere ? 'good' : 'look'} title={`It still holds${suffix}`}>
        <p>
          None of {slots} slots moved {span}, and no account either. Only time is another one.
        </p>
      </Verdict>
    )
  return (
    <>
      {isOlder(hold) ? (
        <Verdict tone="bad" title="This state is older than the simulation">
          <p>
            Block {String(now.number)} comes before block {String(before.number)}: it says nothing
            of now.
          </p>
        </Verdict>
      ) : null}
      {blockReads.length === 0 ? null : (
        <Verdict tone="bad" title="The simulation asks for its own block">
          <p>It asks for {blockReads.join(', ')}, which another block answers otherwise.</p>
        </Verdict>
      )}
      <Verdict tone="bad" title={`Something moved${suffix}: simulate again`}>
        <p>
          {moved.length} of {slots} slots moved {span}
          {accounts.length === 0 ? '' : `, and ${accounts.length} accounts`}.
        </p>
        <ul>
          {accounts.map(({ account, changed }) => (
            <li key={account}>
              <Hash value={account} /> {changed.join(', ')}
            </li>
          ))}
        </ul>
      </Verdict>
      {moved.length === 0 ? null : <Moved moved={moved} />}
    </>
  )
}

function Moved({ moved }: { readonly moved: readonly MovedSlot[] }) {
  return (
    <Table name="What moved" head={['Kind', 'Account', 'Slot', 'Before', 'Now']}>
      {moved.map(({ kind, account, slot, value, now }) => (
        <tr key={account + slot}>
          <td>{kind}</td>
          <td>
            <Hash value={account} short />
          </td>
          <td>
            <Hash value={slot} short />
          </td>
          <td>
            <Word value={value} />
          </td>
          <td>
            <Word value={now} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
