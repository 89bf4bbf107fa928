import { CopyText } from '../../part/copy-text.tsx'
import { Hash } from '../../part/hash.tsx'
import parts from '../../part/part.module.css'
import styles from '../../style/svm.module.css'

/** The details of a refusal: the digest that would permit it, and its creator. */
export function RefusalDetails({ error }: { readonly error: unknown }) {
  const details: unknown = Object(Object(error).facts).details
  if (typeof details !== 'object' || details === null || Object.keys(details).length === 0)
    return null
  const { digest, digest_address, instruction } = details as Readonly<Record<string, unknown>>
  return (
    <div className={parts.card}>
      {typeof digest !== 'string' ? null : (
        <dl className={styles.terms}>
          <div className={styles.pair}>
            <dt>Digest that would permit it</dt>
            <dd>
              <Hash value={digest} />
            </dd>
          </div>
          {typeof digest_address !== 'string' ? null : (
            <div className={styles.pair}>
              <dt>Its account</dt>
              <dd>
                <Hash value={digest_address} />
              </dd>
            </div>
          )}
        </dl>
      )}
      {typeof instruction !== 'object' || instruction === null ? null : (
        <p className={styles.line}>
          The authority of the vault creates it with one instruction.{' '}
          <CopyText
            name="Copy the instruction as JSON"
            value={JSON.stringify(instruction, null, 2)}
          />
        </p>
      )}
      <details className={styles.more}>
        <summary>Everything that the service says of it</summary>
        <pre className={styles.code}>{JSON.stringify(details, null, 2)}</pre>
      </details>
    </div>
  )
}
