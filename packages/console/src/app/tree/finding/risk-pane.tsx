import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { CopyText } from '../../part/copy-text.tsx'
import { Empty, Failure, Loading } from '../../part/state.tsx'
import { Badge, type Tone } from '../../part/verdict.tsx'
import type { TreeAnalysis } from '../analysis/analysis.ts'
import type { WaysOutView } from '../analysis/question.ts'
import type { OpenTree } from '../state/open-tree.ts'
import type { TreeAnswer } from '../state/use-tree-answer.ts'
import styles from './finding.module.css'
import { SlotLinks } from './slot-links.tsx'

/** Ways out shown at a time. */
const shownAtOnce = 50

/** The ways out for a stolen key of the strategist, the worst first, each with a call that does it. */
export function RiskPane(props: {
  readonly tree: OpenTree
  readonly analysis: TreeAnalysis
  readonly risk: TreeAnswer<WaysOutView>
  readonly show: (slot: number) => void
}) {
  const { tree, analysis, risk, show } = props
  const [count, setCount] = useState(shownAtOnce)
  if (risk.kind === 'reading') return <Loading what="what a stolen key could do" lines={10} />
  if (risk.kind === 'failed') return <Failure title="The risks cannot be read" error={risk.error} />
  const { ways, markdown } = risk.answer
  if (ways.length === 0) return <Empty>No way out was found in the leaves of this tree.</Empty>
  return (
    <section className={styles.pane} aria-label="Risk">
      <div>
        <CopyText name="Copy as Markdown" value={markdown} />
      </div>
      <ol className={`sheet ${styles.findings}`} aria-label="Ways out">
        {ways.slice(0, count).map(({ severity, code, sentence, slots, isGuessed }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a way out is its number
          <li key={index} className={styles.group}>
            <p className={styles.line}>
              <Badge {...toneOf(severity)}>{severity}</Badge>
              <strong>{code.replaceAll('_', ' ')}</strong>
              {isGuessed ? <Badge>meaning guessed from names</Badge> : null}
            </p>
            <p>{sentence}</p>
            <SlotLinks slots={slots} show={show} />
            <WorstCall tree={tree} way={index} analysis={analysis} />
          </li>
        ))}
      </ol>
      {count < ways.length ? (
        <div>
          <Button onClick={() => setCount(count + shownAtOnce)}>
            Show more of {ways.length.toLocaleString('en')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** A call that takes a way out: made when it is asked for. */
function WorstCall(props: {
  readonly tree: OpenTree
  readonly way: number
  readonly analysis: TreeAnalysis
}) {
  const { tree, way, analysis } = props
  const [text, setText] = useState<string | null>(null)
  const ask = async () => {
    try {
      const call = await analysis.ask({ kind: 'worst', tree: tree.key, way })
      setText(call ?? 'No call could be made offline.')
    } catch (error) {
      setText(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <details onToggle={(event) => event.currentTarget.open && text === null && void ask()}>
      <summary className={styles.title}>A call that takes it</summary>
      {text === null ? <Loading what="the call" /> : <code>{text}</code>}
    </details>
  )
}

function toneOf(severity: string): { readonly tone?: Tone } {
  if (severity === 'unknown' || severity === 'critical' || severity === 'high')
    return { tone: 'bad' }
  return severity === 'medium' ? { tone: 'look' } : {}
}
