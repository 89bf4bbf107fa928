import type { ReactNode } from 'react'
import styles from '../../style/fact.module.css'

/** A term and what it is, in a `dl` of terms or facts. */
export function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.pair}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
