import { columnNumber, plainText } from '../../part/text/number-text.ts'
import styles from './holding.module.css'

/** The share of a worth in a sum, for drawing alone; null where one is not known, and of a sum that is not above zero. */
export function shareOf(worth: string | null, sum: string): number | null {
  const whole = Number(sum)
  return worth === null || !(whole > 0) ? null : Number(worth) / whole
}

/** A share as a bar and in percent; a debt has no bar. */
export function ShareBar(props: { readonly share: number | null; readonly isIdle: boolean }) {
  const { share, isIdle } = props
  if (share === null) return null
  return (
    <span className={styles.share}>
      <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="8" />
        <rect
          width={Math.min(100, Math.max(0, share * 100))}
          height="8"
          data-idle={isIdle ? '' : undefined}
          data-share=""
        />
      </svg>
      {columnNumber(plainText(share * 100), 1)}%
    </span>
  )
}
