import type { PermittingLeafData } from '@vaultwright/wire'
import { Hash } from '../../part/hash.tsx'
import { Term } from '../../part/text/term.tsx'
import facts from '../../style/fact.module.css'
import styles from './swap.module.css'

/** The leaf that a tree lacks, whole: a curator adds exactly this one. */
export function PermittingLeaf({ leaf }: { readonly leaf: PermittingLeafData }) {
  return (
    <details className={styles.leaf}>
      <summary>The leaf that would permit it</summary>
      <dl className={facts.terms}>
        <Term name="Function">
          <code>{leaf.signature}</code>
        </Term>
        <Term name="Target">
          <Hash value={leaf.target} />
        </Term>
        <Term name="Decoder">
          {leaf.decoder === null ? (
            'not known (no decoder of the vault is known to read it)'
          ) : (
            <Hash value={leaf.decoder} />
          )}
        </Term>
        <dt>Arguments that it binds</dt>
        {leaf.arguments.map((argument, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an account may be bound twice
          <dd key={index}>
            <Hash value={argument} />
          </dd>
        ))}
        <Term name="Calls with value">{leaf.value ? 'permitted' : 'not permitted'}</Term>
        <Term name="Digest of the leaf">
          {leaf.leaf_digest === null ? (
            'not known (it needs a decoder)'
          ) : (
            <Hash value={leaf.leaf_digest} />
          )}
        </Term>
      </dl>
    </details>
  )
}
