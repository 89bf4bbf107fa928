import type { PermittingLeafData } from '@vaultwright/wire'
import { Hash } from '../../part/hash.tsx'
import styles from './swap.module.css'

/** The leaf that a tree lacks, whole: a curator adds exactly this one. */
export function PermittingLeaf({ leaf }: { readonly leaf: PermittingLeafData }) {
  return (
    <details className={styles.leaf}>
      <summary>The leaf that would permit it</summary>
      <dl className={styles.facts}>
        <dt>Function</dt>
        <dd>
          <code>{leaf.signature}</code>
        </dd>
        <dt>Target</dt>
        <dd>
          <Hash value={leaf.target} />
        </dd>
        <dt>Decoder</dt>
        <dd>
          {leaf.decoder === null ? (
            'not known (no decoder of the vault is known to read it)'
          ) : (
            <Hash value={leaf.decoder} />
          )}
        </dd>
        <dt>Arguments that it binds</dt>
        {leaf.arguments.map((argument, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an account may be bound twice
          <dd key={index}>
            <Hash value={argument} />
          </dd>
        ))}
        <dt>Calls with value</dt>
        <dd>{leaf.value ? 'permitted' : 'not permitted'}</dd>
        <dt>Digest of the leaf</dt>
        <dd>
          {leaf.leaf_digest === null ? (
            'not known (it needs a decoder)'
          ) : (
            <Hash value={leaf.leaf_digest} />
          )}
        </dd>
      </dl>
    </details>
  )
}
