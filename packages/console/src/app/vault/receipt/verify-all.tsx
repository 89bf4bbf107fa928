import type { SeriesDay, VaultAddress } from '@vaultwright/check'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { Verdict } from '../../part/verdict.tsx'
import text from '../series/series.module.css'
import { runSeriesCheck, type SeriesCheck } from './check-series.ts'
import styles from './verify-all.module.css'

/** Computes every day of the series again, and names those that differ. */
export function VerifyAll(props: {
  readonly series: readonly SeriesDay[]
  readonly vault: VaultAddress
  readonly explain: (day: string) => void
}) {
  const { series, vault, explain } = props
  const [done, setDone] = useState<number | null>(null)
  const [result, setResult] = useState<SeriesCheck | null>(null)
  const verify = async () => {
    setResult(null)
    setDone(0)
    setResult(await runSeriesCheck(series, vault, setDone))
    setDone(null)
  }
  return (
    <div className={styles.verify}>
      <Button onClick={verify} disabled={done !== null}>
        {done === null ? 'Verify all days' : `Verifying, ${done} of ${series.length}`}
      </Button>
      <div role="status">
        {result === null ? null : <Result result={result} explain={explain} />}
      </div>
    </div>
  )
}

function Result(props: { readonly result: SeriesCheck; readonly explain: (day: string) => void }) {
  const { result, explain } = props
  const { same, different, open, milliseconds } = result
  const time = `${milliseconds < 1 ? 'less than 1' : milliseconds.toFixed(0)} ms`
  if (different.length === 0 && open.length === 0)
    return (
      <Verdict tone="good" title={`${same} days computed again in this page: all the same`}>
        <p>Each value follows from its receipt, and each day names the day before it. {time}.</p>
      </Verdict>
    )
  return (
    <Verdict
      tone={different.length > 0 ? 'bad' : 'look'}
      title={
        different.length > 0
          ? `${different.length} of ${same + different.length + open.length} days differ`
          : `${open.length} days could not be compared`
      }
    >
      <p>
        {same} days are the same. {time}.
      </p>
      <ul className={styles.days}>
        {[...different, ...open].map((day) => (
          <li key={day}>
            <button type="button" className={text.why} onClick={() => explain(day)}>
              {day}
            </button>
          </li>
        ))}
      </ul>
    </Verdict>
  )
}
