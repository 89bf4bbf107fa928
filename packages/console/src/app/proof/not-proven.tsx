import { notProven } from '@vaultwright/outcome'
import styles from './proof.module.css'

/** The fixed list of what no block hash proves, beside every proven result. */
export function NotProven() {
  return (
    <div className={styles.part}>
      <h3>What is not proven</h3>
      <ul className={styles.bullets}>
        {notProven.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
