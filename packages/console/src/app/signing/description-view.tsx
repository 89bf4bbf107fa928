import { escapeInvisible } from '@vaultwright/base'
import type { CallDescription } from '@vaultwright/protocols'
import styles from './signing.module.css'

const marks = {
  unlimited: 'unlimited',
  whole_balance: 'whole balance',
  no_protection: 'no protection',
  no_deadline: 'no deadline',
  other_account: 'not the vault',
  other_value: 'unusual value',
} as const

/** What a call does, from its bytes: a sentence, then every argument by name, in units and base units. */
export function DescriptionView({ description }: { readonly description: CallDescription }) {
  const { sentences, arguments: values, trailing, unread } = description
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.sentence}>
          {escapeInvisible(sentence)}
        </p>
      ))}
      <dl className={styles.terms}>
        {values.map(({ path, text, mark }) => (
          <div key={path} className={styles.pair}>
            <dt>{path}</dt>
            <dd className={styles.value}>
              {escapeInvisible(text)}
              {mark === null ? null : <strong className={styles.unusual}> {marks[mark]}</strong>}
            </dd>
          </div>
        ))}
      </dl>
      {trailing === '0x' ? null : (
        <p className={styles.bad}>
          {trailing.length / 2 - 1} bytes after the arguments: {trailing}
        </p>
      )}
      {unread === null ? null : <p className={styles.look}>{unread}</p>}
    </>
  )
}
