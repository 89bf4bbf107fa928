import { notProven, notProvenUnderFinality } from '@vaultwright/outcome'
import styles from './proof.module.css'

/** The fixed list of what is not proven, beside every proven result. */
export function NotProven({ isFinal }: { readonly isFinal: boolean }) {
  return (
    <div className={styles.part}>
      <h3>What is not proven</h3>
      <ul className={styles.bullets}>
        {(isFinal ? notProvenUnderFinality : notProven).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
