import { CopyText } from '../../part/copy-text.tsx'
import { Hash } from '../../part/hash.tsx'
import parts from '../../part/part.module.css'
import { Term } from '../../part/text/term.tsx'
import styles from '../../style/fact.module.css'

/** The details of a refusal: the digest that would permit it, and its creator. */
export function RefusalDetails({ error }: { readonly error: unknown }) {
  const details: unknown = Object(Object(error).facts).details
  if (typeof details !== 'object' || details === null || Object.keys(details).length === 0)
    return null
  const { digest, digest_address, instruction } = details as Readonly<Record<string, unknown>>
  return (
    <div className={`sheet ${parts.card}`}>
      {typeof digest !== 'string' ? null : (
        <dl className={styles.terms}>
          <Term name="Digest that would permit it">
            <Hash value={digest} />
          </Term>
          {typeof digest_address !== 'string' ? null : (
            <Term name="Its account">
              <Hash value={digest_address} />
            </Term>
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
