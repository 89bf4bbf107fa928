import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { Section } from '../part/page.tsx'
import { Failure, Loading } from '../part/state.tsx'
import { Table } from '../part/table.tsx'
import { Badge } from '../part/verdict.tsx'
import { DiffPane } from '../tree/diff/diff-pane.tsx'
import type { OpenTree } from '../tree/state/open-tree.ts'
import { useStoredTree } from '../tree/state/use-stored-tree.ts'
import { useTreeAnswer } from '../tree/state/use-tree-answer.ts'
import { type Trees, useTrees } from '../tree/state/use-trees.ts'
import { TreeVerdict } from '../tree/tree-head.tsx'
import type { RootPeriod } from './root-history.ts'
import { ThenQuestion } from './then-question.tsx'

/** The permissions of a root: its tree rebuilt, as actions, and what had changed since the one before. */
export function RootThen({ index, ...roots }: RootPair & { readonly index: number }) {
  const trees = useTrees()
  return <RootTree key={index} trees={trees} {...roots} />
}

/** A root, and the one before it; null for the first. */
type RootPair = { readonly period: RootPeriod; readonly before: RootPeriod | null }

function RootTree({ period, before, trees }: RootPair & { readonly trees: Trees }) {
  const state = useStoredTree(trees, period.root, 'onchain')
  if (state.kind === 'reading') return <Loading what="the tree" />
  if (state.kind === 'refused')
    return <Failure title="The tree cannot be shown" error={state.error} />
  return (
    <>
      <TreeVerdict tree={state.tree} />
      <Actions tree={state.tree} trees={trees} />
      <Section title="What had changed">
        <ChangeSince before={before} tree={state.tree} trees={trees} />
      </Section>
      <ThenQuestion tree={state.tree} />
    </>
  )
}

/** Actions that are shown before they are counted. */
const shownAtOnce = 25

function Actions({ tree, trees }: { readonly tree: OpenTree; readonly trees: Trees }) {
  const reading = useTreeAnswer(trees.analysis, { kind: 'meaning', tree: tree.key })
  const meaning = reading.kind === 'read' ? reading.answer : null
  const [isWhole, setWhole] = useState(false)
  const all = meaning?.permissions ?? []
  const shown = isWhole ? all : all.slice(0, shownAtOnce)
  const unread = meaning?.actions.filter((action) => action === null).length ?? 0
  return (
    <Section title="What was permitted">
      <Failure
        title="The leaves cannot be read"
        error={reading.kind === 'failed' ? reading.error : null}
      />
      {reading.kind === 'reading' ? <Loading what="the actions" /> : null}
      {meaning === null ? null : (
        <>
          <p>
            {all.length.toLocaleString('en')} actions of {tree.rows.length.toLocaleString('en')}{' '}
            leaves, read from the leaves in this page
            {unread === 0 ? '.' : `; some leaves belong to no action that is known here.`}
          </p>
          <Table name="Actions" head={['Protocol', 'Action', 'Leaves', 'Can it run']}>
            {shown.map(({ protocol, sentence, slots, approvals, missing, isPossible }) => (
              <tr key={`${protocol} ${sentence} ${slots.join()}`}>
                <th scope="row">{protocol}</th>
                <td>{isPossible ? `Possibly: ${sentence}` : sentence}</td>
                <td>{slots.length + approvals.length}</td>
                <td>
                  {missing.length === 0 ? (
                    'complete'
                  ) : (
                    <Badge tone="look">{missing.length} missing</Badge>
                  )}
                </td>
              </tr>
            ))}
          </Table>
          {shown.length === all.length ? null : (
            <div>
              <Button onClick={() => setWhole(true)}>
                Show all {all.length.toLocaleString('en')} actions
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  )
}

type ChangeProps = {
  readonly before: RootPeriod | null
  readonly tree: OpenTree
  readonly trees: Trees
}

function ChangeSince({ before, tree, trees }: ChangeProps) {
  if (before === null)
    return <p>It was the first root of this strategist: before it, nothing was permitted.</p>
  if (before.isWithdrawn)
    return <p>Before it, all rights had been taken away: everything above was new.</p>
  if (before.leafCount === null)
    return (
      <p>
        Not known: the tree of the root before, {before.root}, is not stored, so the two cannot be
        compared.
      </p>
    )
  return <StoredChange root={before.root} tree={tree} trees={trees} />
}

function StoredChange(props: {
  readonly root: string
  readonly tree: OpenTree
  readonly trees: Trees
}) {
  const { root, tree, trees } = props
  const before = useStoredTree(trees, root, 'onchain')
  if (before.kind === 'reading') return <Loading what="the tree before" />
  if (before.kind === 'refused')
    return <Failure title="The tree before cannot be shown" error={before.error} />
  return (
    <>
      {before.tree.contradictions.length === 0 ? null : <TreeVerdict tree={before.tree} />}
      <DiffPane before={before.tree} after={tree} analysis={trees.analysis} />
    </>
  )
}
