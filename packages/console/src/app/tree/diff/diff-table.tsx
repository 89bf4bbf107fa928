import { escapeInvisible } from '@vaultwright/base'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { Choice } from '../../part/choice.tsx'
import { Section } from '../../part/page.tsx'
import { countText } from '../../part/text/count-text.ts'
import { Badge } from '../../part/verdict.tsx'
import type { DiffLine, DiffView } from '../analysis/question.ts'
import styles from './diff.module.css'
import { dangerWords, toneOfLine, wordsOfLine } from './diff-tone.ts'

/** Lines shown at a time. */
const shownAtOnce = 100

/** A side of the difference: its name, and what is known of its root. */
export type DiffSide = { readonly name: string; readonly root: string; readonly leafCount: number }

/**
 * The permissions that differ as two columns of sets, in the order of time: colour says the risk, words and signs say
 * what is new and what is gone.
 */
export function DiffTable(props: {
  readonly view: DiffView
  readonly before: DiffSide
  readonly after: DiffSide
}) {
  const { before, after } = props
  const { lines } = props.view
  const dangerous = lines.filter(({ dangers }) => dangers.length > 0)
  const calm = lines.filter(({ dangers }) => dangers.length === 0)
  const [shown, setShown] = useState<'all' | 'danger' | 'calm'>('all')
  const [count, setCount] = useState(shownAtOnce)
  const groups = [
    ['Danger first', shown === 'calm' ? [] : dangerous],
    ['Without a new danger', shown === 'danger' ? [] : calm],
  ] as const
  return (
    <Section
      title="What changes"
      actions={
        <Choice
          name="Shown changes"
          options={{
            all: `All ${lines.length}`,
            danger: `Danger ${dangerous.length}`,
            calm: `Others ${calm.length}`,
          }}
          chosen={shown}
          choose={setShown}
        />
      }
    >
      <table className={`sheet ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {[
              ['Before', before],
              ['After', after],
            ].map(([title, side]) => (
              <SideHead key={title as string} title={title as string} side={side as DiffSide} />
            ))}
          </tr>
        </thead>
        {groups.map(([title, members]) =>
          members.length === 0 ? null : (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={3} className={styles.groupTitle}>
                  {title}
                </th>
              </tr>
              {members.slice(0, count).map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
                <Line key={index} line={line} />
              ))}
            </tbody>
          ),
        )}
      </table>
      {Math.max(...groups.map(([, members]) => members.length)) <= count ? null : (
        <div>
          <Button onClick={() => setCount(count + shownAtOnce)}>
            Show more of {countText(lines.length, 'change')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function SideHead({ title, side }: { readonly title: string; readonly side: DiffSide }) {
  return (
    <th scope="col">
      {title}
      <strong>{side.name}</strong>
      <small>
        {countText(side.leafCount, 'leaf', 'leaves')},{' '}
        <code title={side.root}>{shortRoot(side.root)}</code>
      </small>
    </th>
  )
}

function Line({ line }: { readonly line: DiffLine }) {
  const { calls, target, before, after, dangers, leaves } = line
  const tone = toneOfLine(line)
  return (
    <tr data-tone={tone}>
      <th scope="row">
        {escapeInvisible(calls)}
        <small>
          {target === '' ? null : `${escapeInvisible(target)}, `}
          {countText(leaves, 'leaf', 'leaves')}
        </small>
        <span>
          <Badge {...(tone === 'plain' ? {} : { tone })}>{wordsOfLine(line)}</Badge>
        </span>
      </th>
      <td>
        <Texts texts={before} none="not permitted" sign={after.length === 0 ? '−' : ''} />
      </td>
      <td data-risk={dangers.length > 0 ? '' : undefined}>
        <Texts texts={after} none="no longer permitted" sign={before.length === 0 ? '+' : ''} />
        {dangers.length === 0 ? null : (
          <small>{dangers.map((danger) => dangerWords[danger]).join('; ')}</small>
        )}
      </td>
    </tr>
  )
}

function Texts(props: {
  readonly texts: readonly string[]
  readonly none: string
  readonly sign: string
}) {
  const { texts, none, sign } = props
  if (texts.length === 0) return <span className={styles.none}>{none}</span>
  const Element = sign === '−' ? 'del' : 'span'
  return texts.map((text) => (
    <Element key={text} className={styles.set}>
      {sign === '' ? null : <b aria-hidden="true">{sign} </b>}
      {escapeInvisible(text)}
    </Element>
  ))
}

function shortRoot(root: string): string {
  return `${root.slice(0, 6)}…${root.slice(-4)}`
}
