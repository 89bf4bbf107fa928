import { useEffect, useState } from 'react'
import { Button } from '../../part/button.tsx'
import { CopyText } from '../../part/copy-text.tsx'
import { downloadFile } from '../../part/download.ts'
import { Hash } from '../../part/hash.tsx'
import { Failure, Loading } from '../../part/state.tsx'
import { Verdict } from '../../part/verdict.tsx'
import type { TreeAnalysis } from '../analysis/analysis.ts'
import type { DiffView } from '../analysis/question.ts'
import findings from '../finding/finding.module.css'
import type { OpenTree } from '../state/open-tree.ts'
import styles from './diff.module.css'

type DiffState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'read'; readonly view: DiffView }

/** Two trees compared by what their leaves permit: first what may not be overlooked. */
export function DiffPane(props: {
  readonly before: OpenTree
  readonly after: OpenTree
  readonly analysis: TreeAnalysis
}) {
  const { before, after, analysis } = props
  const [state, setState] = useState<DiffState>({ kind: 'reading' })
  useEffect(() => {
    let isOver = false
    setState({ kind: 'reading' })
    analysis.ask({ kind: 'diff', before: before.key, after: after.key }).then(
      (view) => isOver || setState({ kind: 'read', view }),
      (error: unknown) => isOver || setState({ kind: 'failed', error }),
    )
    return () => {
      isOver = true
    }
  }, [analysis, before, after])
  return (
    <section className={findings.pane} aria-label="Difference">
      <dl className={styles.sides}>
        <div>
          <dt>Before: {before.name}</dt>
          <dd>
            <Hash value={before.root} />
          </dd>
        </div>
        <div>
          <dt>After: {after.name}</dt>
          <dd>
            <Hash value={after.root} />
          </dd>
        </div>
      </dl>
      {state.kind === 'reading' ? <Loading what="what differs" /> : null}
      {state.kind === 'failed' ? (
        <Failure title="The trees cannot be compared" error={state.error} />
      ) : null}
      {state.kind === 'read' ? <Difference view={state.view} /> : null}
    </section>
  )
}

function Difference({ view }: { readonly view: DiffView }) {
  const { isSameRoot, warnings, head, changes, detail, markdown } = view
  return (
    <>
      {isSameRoot && warnings.length === 0 ? (
        <Verdict tone="good" title="The trees are the same">
          <p>Both were rebuilt in this page, and their roots are equal.</p>
        </Verdict>
      ) : null}
      {warnings.map((warning) => (
        <Verdict key={warning} tone="bad" title="May not be overlooked">
          <p>{warning}</p>
        </Verdict>
      ))}
      <Lines title="Summary" lines={head} />
      {changes.length === 0 ? null : <Lines title="Permissions" lines={changes} />}
      <div className={findings.line}>
        <CopyText name="Copy as Markdown" value={markdown} />
        <Button onClick={() => downloadFile('tree-diff.md', markdown)}>Download Markdown</Button>
      </div>
      {detail.length === 0 ? null : <Detail lines={detail} />}
    </>
  )
}

/** Every leaf that differs: hundreds of lines are made when they are asked for. */
function Detail({ lines }: { readonly lines: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={findings.title}>
        Every leaf that differs, {lines.length.toLocaleString('en')} lines
      </summary>
      {isOpen ? <Lines title="Detail" lines={lines} /> : null}
    </details>
  )
}

/** Lines shown at a time. */
const shownAtOnce = 200

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  const [count, setCount] = useState(shownAtOnce)
  return (
    <div className={findings.lines}>
      <h2>{title}</h2>
      {lines.slice(0, count).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <code key={index}>{line || ' '}</code>
      ))}
      {count < lines.length ? (
        <div>
          <Button onClick={() => setCount(count + shownAtOnce)}>
            Show more of {lines.length.toLocaleString('en')} lines
          </Button>
        </div>
      ) : null}
    </div>
  )
}
