import { useId } from 'react'
import { Button } from '../part/button.tsx'
import parts from '../part/part.module.css'
import styles from './permission.module.css'
import { periodText, type RootPeriod } from './root-history.ts'

/** Moves through the roots of a strategist, the earliest first; arrow keys, Home and End do, too. */
export function RootSlider(props: {
  readonly periods: readonly RootPeriod[]
  /** Null where none was in force. */
  readonly index: number | null
  readonly choose: (index: number) => void
}) {
  const { periods, index, choose } = props
  const id = useId()
  const last = periods.length - 1
  if (last < 0) return null
  const shown = index === null ? 'none of them was in force' : periodText(periods[index]!)
  return (
    <div className={`sheet ${styles.slider} ${parts.field}`}>
      <label htmlFor={id}>
        {index === null ? `${periods.length} roots` : `Root ${index + 1} of ${periods.length}`}
      </label>
      <div className={styles.track}>
        <Button disabled={index === null || index === 0} onClick={() => choose((index ?? 0) - 1)}>
          Earlier
        </Button>
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          step={1}
          value={index ?? 0}
          aria-valuetext={shown}
          onChange={({ target }) => choose(Number(target.value))}
        />
        <Button disabled={index === last} onClick={() => choose(index === null ? 0 : index + 1)}>
          Later
        </Button>
      </div>
      <output htmlFor={id}>{shown}</output>
    </div>
  )
}
