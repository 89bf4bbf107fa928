import { riskVerdict } from '@vaultwright/check'
import { AnswerBand } from '../part/band/answer-band.tsx'
import { Failure, Loading } from '../part/state.tsx'
import type { WaysOutView } from './analysis/question.ts'
import type { OpenTree } from './state/open-tree.ts'
import type { TreeAnswer } from './state/use-tree-answer.ts'
import styles from './tree.module.css'
import { TreeVerdict } from './tree-head.tsx'

const conditions = {
  conditional: 'each amber line is so, and is meant',
  yes: 'No way out moves value to an outside account',
  no: 'Narrow the leaves below before you set this root',
  open: 'No rule knows some of its leaves',
} as const

/**
 * Answers whether the funds are safe from a stolen key of who has this tree. A tree that contradicts what is stated of
 * it gets no answer: it is another tree.
 */
export function TreeBand({
  tree,
  risk,
}: {
  readonly tree: OpenTree
  readonly risk: TreeAnswer<WaysOutView>
}) {
  if (tree.contradictions.length > 0) return <TreeVerdict tree={tree} />
  if (risk.kind === 'failed') return <Failure title="The risks cannot be read" error={risk.error} />
  const seals = [
    {
      text: `sound: rebuilt here from ${tree.rows.length.toLocaleString('en')} leaves in ${tree.ms.toFixed(0)} ms, and the root is the stated one`,
      isOpen: false,
    },
    { text: 'worked out from the leaves’ bytes, descriptions play no part', isOpen: false },
  ]
  if (risk.kind === 'reading')
    return (
      <div className={styles.bandWait}>
        <Loading what="what a stolen key could do" lines={5} />
      </div>
    )
  const { ways, counts } = risk.answer
  const verdict = riskVerdict(ways.map(({ severity, line }) => ({ severity, sentence: line })))
  return (
    <AnswerBand
      question="Are the funds safe from a stolen key?"
      verdict={verdict}
      condition={conditions[verdict.answer]}
      lines={[ways.length === 0 ? 'No way out was found in its leaves' : counts]}
      facts={[]}
      seals={seals}
    />
  )
}
