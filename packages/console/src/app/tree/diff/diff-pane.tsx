import { diffVerdict } from '@vaultwright/check'
import { type ReactNode, useState } from 'react'
import { AnswerBand } from '../../part/band/answer-band.tsx'
import { ReasonList } from '../../part/band/reason-list.tsx'
import { Button } from '../../part/button.tsx'
import { CopyText } from '../../part/copy-text.tsx'
import { downloadFile } from '../../part/download.ts'
import part from '../../part/part.module.css'
import { Failure, Loading } from '../../part/state.tsx'
import type { TreeAnalysis } from '../analysis/analysis.ts'
import type { DiffView } from '../analysis/question.ts'
import findings from '../finding/finding.module.css'
import type { OpenTree } from '../state/open-tree.ts'
import { useTreeAnswer } from '../state/use-tree-answer.ts'
import { type DiffSide, DiffTable } from './diff-table.tsx'

/** Two trees compared by what their leaves permit: first what may not be overlooked. */
export function DiffPane(props: {
  readonly before: OpenTree
  readonly after: OpenTree
  readonly analysis: TreeAnalysis
  /** Parts below the answer. */
  readonly children?: ReactNode
}) {
  const { before, after, analysis, children } = props
  const state = useTreeAnswer(analysis, { kind: 'diff', before: before.key, after: after.key })
  return (
    <section className={findings.pane} aria-label="Difference">
      {state.kind === 'reading' ? <Loading what="what differs" /> : null}
      {state.kind === 'failed' ? (
        <Failure title="The trees cannot be compared" error={state.error} />
      ) : null}
      {state.kind === 'read' ? (
        <Difference view={state.answer} before={before} after={after}>
          {children}
        </Difference>
      ) : null}
    </section>
  )
}

function Difference(props: {
  readonly view: DiffView
  readonly before: OpenTree
  readonly after: OpenTree
  readonly children: ReactNode
}) {
  const { view, before, after, children } = props
  const { isSameRoot, head, detail, markdown } = view
  const contradictions = [before, after]
    .filter(({ contradictions: { length } }) => length > 0)
    .map(({ name }) => `${name} contradicts what is stated of it.`)
  const warnings = [...contradictions, ...view.warnings]
  const verdict = diffVerdict(warnings)
  return (
    <>
      <AnswerBand
        question="Does it stay as safe as today?"
        verdict={verdict}
        condition={conditionOf(isSameRoot, warnings)}
        lines={isSameRoot ? ['The trees are the same'] : head.slice(0, 1)}
        facts={[]}
        seals={[
          {
            text: `${before.name}: rebuilt in this page`,
            isOpen: before.contradictions.length > 0,
          },
          { text: `${after.name}: rebuilt in this page`, isOpen: after.contradictions.length > 0 },
        ]}
        isArriving
      />
      {children}
      {verdict.reasons.length === 0 ? null : (
        <div className={`sheet ${part.card}`}>
          <h2>May not be overlooked</h2>
          <ReasonList reasons={verdict.reasons} />
        </div>
      )}
      <Lines title="Summary" lines={head} />
      {view.lines.length === 0 ? null : (
        <DiffTable view={view} before={sideOf(before)} after={sideOf(after)} />
      )}
      <div className={findings.line}>
        <CopyText name="Copy as Markdown" value={markdown} />
        <Button onClick={() => downloadFile('tree-diff.md', markdown)}>Download Markdown</Button>
      </div>
      {detail.length === 0 ? null : <Detail lines={detail} />}
    </>
  )
}

function sideOf({ name, root, rows }: OpenTree): DiffSide {
  return { name, root, leafCount: rows.length }
}

function conditionOf(isSameRoot: boolean, warnings: readonly string[]): string {
  if (warnings.length > 0) return 'Read each line before you set the new root'
  return isSameRoot ? 'nothing changes' : 'no way out and no account is new'
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
    <div className={`sheet ${findings.lines}`}>
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
