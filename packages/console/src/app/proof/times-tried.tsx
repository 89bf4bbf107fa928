import type { Hex } from '@vaultwright/base'
import { escapeInvisible } from '@vaultwright/base'
import { simulationStatusOf, type TriedTime } from '@vaultwright/outcome'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { Table } from '../part/table.tsx'
import { Badge } from '../part/verdict.tsx'
import styles from './proof.module.css'
import { askReplay } from './replay/ask-replay.ts'

/** Runs the same witness at other times: what it says holds for the times tried, and no others. */
export function TimesTried(props: { readonly witnessText: string; readonly blockHash: Hex }) {
  const { witnessText: witness, blockHash } = props
  const [times, setTimes] = useState<readonly TriedTime[] | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [isTrying, setTrying] = useState(false)
  const attempt = async () => {
    setTrying(true)
    setProblem(null)
    try {
      setTimes(await askReplay({ kind: 'times', witness, blockHash }))
    } catch (error) {
      setProblem(error)
    }
    setTrying(false)
  }
  return (
    <div className={styles.part}>
      <h3>Does time matter?</h3>
      <p className="soft">
        The same state at later times. It says what holds for the times tried, not until when.
      </p>
      <div className={parts.actions}>
        <Button disabled={isTrying} onClick={() => void attempt()}>
          {isTrying ? 'Trying…' : 'Try later times'}
        </Button>
      </div>
      <Failure title="The times cannot be tried" error={problem} />
      {times === null ? null : (
        <Table name="Times tried" head={['Time after the block', 'Outcome']}>
          {times.map((time) => (
            <tr key={String(time.seconds)}>
              <td>{spanText(time.seconds)}</td>
              <td>
                <TimeOutcome time={time} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </div>
  )
}

function TimeOutcome({ time: { outcome, missing } }: { readonly time: TriedTime }) {
  if (outcome === null) {
    const place = [missing?.account, missing?.slot].filter((part) => part !== undefined)
    return (
      <>
        <Badge tone="look">not known</Badge>{' '}
        {missing === null
          ? 'It depends on what its block decides.'
          : `It takes another way, and the witness lacks ${place.length === 0 ? 'what it reads there' : place.join(', slot ')}. Simulate again.`}
      </>
    )
  }
  const status = simulationStatusOf(outcome)
  return status === true ? (
    <Badge tone="good">holds: it would succeed</Badge>
  ) : (
    <>
      <Badge tone="bad">it would fail</Badge> {escapeInvisible(status)}
    </>
  )
}

const spans = [
  [31_536_000n, 'year'],
  [86_400n, 'day'],
  [3_600n, 'hour'],
  [1n, 'second'],
] as const

/** A span in its largest whole unit: `+30 days`. */
export function spanText(seconds: bigint): string {
  const [size, unit] = spans.find(([size]) => seconds >= size && seconds % size === 0n) ?? spans[3]
  const count = seconds / size
  return `+${count} ${unit}${count === 1n ? '' : 's'}`
}
