import type { Address } from '@vaultwright/base'
import { type FormEvent, useState } from 'react'
import { Button } from '../../part/button.tsx'
import parts from '../../part/part.module.css'
import { Failure } from '../../part/state.tsx'
import { TextArea } from '../../part/text/field.tsx'
import { type Tone, Verdict } from '../../part/verdict.tsx'
import type { TreeAnalysis } from '../analysis/analysis.ts'
import type { CallReason } from '../analysis/question.ts'
import type { OpenTree } from '../state/open-tree.ts'
import styles from './leaf-panel.module.css'
import { parsePastedCall } from './pasted-call.ts'

type CallQuestionState =
  | { readonly kind: 'none' }
  | { readonly kind: 'problem'; readonly problem: string }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'answer'; readonly reason: CallReason }

const verdicts: {
  readonly [verdict in CallReason['verdict']]: { readonly tone: Tone; readonly title: string }
} = {
  proven: { tone: 'good', title: 'This tree permits the call' },
  conditional: { tone: 'look', title: 'Permitted on a condition' },
  unproven: { tone: 'look', title: 'Open: nothing here proves it' },
  refused: { tone: 'bad', title: 'Refused: no leaf permits the call' },
}

/** Why would this call be refused: a call is pasted, and the tree answers. */
export function CallQuestion(props: {
  readonly tree: OpenTree
  readonly target: Address
  readonly analysis: TreeAnalysis
}) {
  const { tree, target, analysis } = props
  const [text, setText] = useState('')
  const [state, setState] = useState<CallQuestionState>({ kind: 'none' })
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const pasted = parsePastedCall(text, target)
    if (pasted.kind === 'problem') return setState(pasted)
    try {
      const reason = await analysis.ask({ kind: 'explain', tree: tree.key, call: pasted.call })
      setState({ kind: 'answer', reason })
    } catch (error) {
      setState({ kind: 'failed', error })
    }
  }
  return (
    <details className={styles.proof}>
      <summary>Why would a call be refused?</summary>
      <form className={parts.question} onSubmit={ask}>
        <TextArea
          label="Calldata, or target, calldata and value, or JSON. Without a target it is this leaf's."
          rows={4}
          value={text}
          change={setText}
        />
        <div>
          <Button type="submit">Ask the tree</Button>
        </div>
      </form>
      <div aria-live="polite">
        {state.kind === 'problem' ? <p role="alert">{state.problem}</p> : null}
        {state.kind === 'failed' ? (
          <Failure title="The call cannot be read" error={state.error} />
        ) : null}
        {state.kind === 'answer' ? <Reason reason={state.reason} tree={tree} /> : null}
      </div>
    </details>
  )
}

function Reason({ reason, tree }: { readonly reason: CallReason; readonly tree: OpenTree }) {
  const { verdict, slots, notes, nearest, wanted: neededLeaves } = reason
  const isSound = tree.contradictions.length === 0
  const { tone, title } = verdicts[verdict]
  return (
    <Verdict tone={tone === 'good' && !isSound ? 'look' : tone} title={title}>
      {slots.length === 0 ? null : (
        <p>
          By slot {slots.join(', ')}, against {tree.provenRoot}.
        </p>
      )}
      <ul className={parts.notes}>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {verdict === 'refused' ? nearest.map(({ text }) => <li key={text}>Near: {text}</li>) : null}
      </ul>
      {neededLeaves.length === 0 ? null : (
        <details>
          <summary>The leaf that would permit it</summary>
          <ul className={parts.notes}>
            {neededLeaves.map((line) => (
              <li key={line}>
                <code>{line}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Verdict>
  )
}
