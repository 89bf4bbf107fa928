import type { ReactNode } from 'react'
import { Button } from '../../part/button.tsx'
import styles from './amount.module.css'
import { balanceText, type VaultBalance, worthText } from './vault-balance.ts'

/** An amount, its token and the balance: a large field with its token beside it. */
export function AmountField(props: {
  readonly label: ReactNode
  /** The input or what stands for it. */
  readonly input: ReactNode
  readonly text: string
  /** Null until one is chosen. */
  readonly token: string | null
  readonly balance: VaultBalance | null
  /** Null where a number is needed. */
  readonly isAll: boolean | null
  readonly setAll: (isAll: boolean) => void
}) {
  const { label, input, text, token, balance, isAll, setAll } = props
  const worth = token === null ? null : worthText(text.trim(), balance, token)
  return (
    <div className={styles.amount}>
      <div className={styles.head}>
        {label}
        <span>{worth}</span>
      </div>
      <div className={styles.line}>
        {input}
        <span className={styles.chip}>{token ?? 'units of the token'}</span>
      </div>
      <div className={styles.head}>
        <span>{balance === null || token === null ? '' : balanceText(balance, token)}</span>
        {isAll === null ? null : (
          <Button aria-pressed={isAll} aria-label="Max: all of it" onClick={() => setAll(!isAll)}>
            Max
          </Button>
        )}
      </div>
    </div>
  )
}
