import { notProvenOf } from '@vaultwright/outcome'
import styles from './proof.module.css'

/** The list of what is not proven, beside every proven result. */
export function NotProven(terms: Parameters<typeof notProvenOf>[0]) {
  return (
    <div className={styles.part}>
      <h3>What is not proven</h3>
      <ul className={styles.bullets}>
        {notProvenOf(terms).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
