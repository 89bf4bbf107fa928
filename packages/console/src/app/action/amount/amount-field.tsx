import type { ReactNode } from 'react'
import styles from './amount.module.css'

/** An amount: a large field with its token beside it, a line above and one below. */
export function AmountField(props: {
  readonly label: ReactNode
  /** Stands beside the label: its worth, its slippage. */
  readonly aside: ReactNode
  /** The input or what stands for it. */
  readonly input: ReactNode
  /** Its name, or a choice of tokens; null until one is chosen. */
  readonly token: ReactNode
  /** The line below: balance and Max, or the source of the value. */
  readonly children?: ReactNode
}) {
  const { label, aside, input, token, children } = props
  return (
    <div className={styles.amount}>
      <div className={styles.head}>
        {label}
        <span>{aside}</span>
      </div>
      <div className={styles.line}>
        {input}
        <span className={styles.chip}>{token ?? 'units of the token'}</span>
      </div>
      <div className={styles.head}>{children}</div>
    </div>
  )
}
