import { type FormEvent, useState } from 'react'
import { Button } from '../part/button.tsx'
import { Section } from '../part/page.tsx'
import parts from '../part/part.module.css'
import { Failure } from '../part/state.tsx'
import { TextArea } from '../part/text/field.tsx'
import { type Tone, Verdict } from '../part/verdict.tsx'
import type { OpenTree } from '../tree/state/open-tree.ts'
import type { ThenAnswer } from './call-then.ts'

const verdicts: {
  readonly [verdict in ThenAnswer['verdict']]: { readonly tone: Tone; readonly title: string }
} = {
  proven: { tone: 'good', title: 'Yes: this tree permits it' },
  conditional: { tone: 'look', title: 'Only on a condition' },
  unproven: { tone: 'look', title: 'Not proven: nothing here proves it' },
  refused: { tone: 'bad', title: 'No: this tree refuses it' },
  unknown: { tone: 'look', title: 'Not known' },
}

type ThenState =
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'answer'; readonly answer: ThenAnswer }

/** Could this be done then: a call or the Manager's calldata is pasted, and the tree of that time answers. */
export function ThenQuestion({ tree }: { readonly tree: OpenTree }) {
  const [text, setText] = useState('')
  const [state, setState] = useState<ThenState>({ kind: 'none' })
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    try {
      // The rules of all decoders are much code, and few ask.
      const { couldThen } = await import('./call-then.ts')
      setState({ kind: 'answer', answer: couldThen(text, tree) })
    } catch (error) {
      setState({ kind: 'failed', error })
    }
  }
  return (
    <Section title="Could this be done then?">
      <form className={parts.question} onSubmit={ask}>
        <TextArea
          label="Calldata for the Manager, or target, calldata and value of one call, or its JSON"
          rows={4}
          value={text}
          change={(next) => {
            setText(next)
            setState({ kind: 'none' })
          }}
        />
        <div>
          <Button type="submit" look="primary">
            Ask the tree
          </Button>
        </div>
      </form>
      <div aria-live="polite">
        {state.kind === 'failed' ? (
          <Failure title="The tree cannot be asked" error={state.error} />
        ) : null}
        {state.kind === 'answer' ? <Answer answer={state.answer} /> : null}
      </div>
    </Section>
  )
}

function Answer({ answer: { verdict, notes } }: { readonly answer: ThenAnswer }) {
  const { tone, title } = verdicts[verdict]
  return (
    <Verdict tone={tone} title={title}>
      <ul className={parts.notes}>
        {notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two calls may say the same
          <li key={index}>{note}</li>
        ))}
      </ul>
    </Verdict>
  )
}
