import type { Hex } from '@vaultwright/base'
import { CopyText } from '../../part/copy-text.tsx'
import { CopyButton } from '../../part/hash.tsx'
import type { FoldedProof } from './fold-proof.ts'
import { leafCommandOf } from './leaf-command.ts'
import styles from './leaf-panel.module.css'

/** The bytes of a leaf and its proof, hash by hash. */
export function ProofSteps(props: {
  readonly proof: FoldedProof
  readonly slot: number
  readonly packed: Hex
  /** Name of the file, for the command. */
  readonly name: string
}) {
  const { proof, slot, packed, name } = props
  const siblings = JSON.stringify(
    proof.steps.map(({ sibling }) => sibling),
    null,
    2,
  )
  return (
    <>
      <details className={styles.proof} open>
        <summary>Proof, {proof.steps.length} hashes</summary>
        <ol>
          <li>
            <span className={styles.level}>leaf</span>
            <code>{proof.digest}</code>
          </li>
          {proof.steps.map((step, level) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its level
            <li key={level}>
              <span className={styles.level}>{level + 1}</span>
              <code title={`gives ${step.gives}`}>{step.sibling}</code>
            </li>
          ))}
          <li className={styles.root}>
            <span className={styles.level}>root</span>
            <code>{proof.root}</code>
          </li>
        </ol>
      </details>
      <div className={styles.actions}>
        <CopyText name="Copy proof" value={siblings} />
        <CopyText name="Copy as command" value={leafCommandOf(name, slot)} />
      </div>
      <details className={styles.proof}>
        <summary>Packed arguments, {packed.length / 2 - 1} bytes</summary>
        <p className={styles.packed}>
          <code>{packed}</code>
          <CopyButton value={packed} />
        </p>
      </details>
    </>
  )
}
