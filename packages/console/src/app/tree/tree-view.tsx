import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react'
import { Failure, Loading } from '../part/state.tsx'
import { useShortcuts } from '../shell/shortcut.ts'
import type { Meaning, PermissionRow } from './analysis/question.ts'
import { DiffDrop } from './diff/diff-drop.tsx'
import { orderFindings, slotsOfFinding } from './finding/finding-group.ts'
import { FindingList } from './finding/finding-list.tsx'
import { PolicyPane } from './finding/policy-pane.tsx'
import { RiskPane } from './finding/risk-pane.tsx'
import { foldProof } from './leaf/fold-proof.ts'
import panel from './leaf/leaf-panel.module.css'
import { LeafPanel } from './leaf/leaf-panel.tsx'
import type { LeafRow, OpenTree } from './state/open-tree.ts'
import {
  changeTreeSearch,
  parseTreeSearch,
  type TreeSearchChange,
  type TreeTab,
} from './state/tree-search.ts'
import { useTreeAnswer } from './state/use-tree-answer.ts'
import type { Trees } from './state/use-trees.ts'
import { ActionTable } from './table/action-table.tsx'
import { groupRows } from './table/group-rows.ts'
import { parseLeafQuery, searchRows } from './table/leaf-query.ts'
import { LeafTable } from './table/leaf-table.tsx'
import styles from './tree.module.css'
import { TreeBand } from './tree-band.tsx'
import { TreeHead } from './tree-head.tsx'
import { TreeTools, tabNames } from './tree-tools.tsx'

/** A tree that was rebuilt: its verdict, its leaves, and one of them with its proof. */
export function TreeView(props: {
  readonly tree: OpenTree
  readonly trees: Trees
  /** Parts below the answer. */
  readonly children?: ReactNode
}) {
  const { tree, trees, children } = props
  const { analysis } = trees
  const [state, setState] = useTreeSearch()
  const { q = '', by = null, slot = null, find = null, tab = 'leaves' } = state
  // The catalogue is a larger program, and checks take longer than reading: the leaves are there before.
  const checks = useTreeAnswer(analysis, { kind: 'meaning', tree: tree.key })
  const meaning = checks.kind === 'read' ? checks.answer : null
  const risk = useTreeAnswer(analysis, { kind: 'risk', tree: tree.key })
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useMemo(() => parseLeafQuery(q), [q])
  const deferredQuery = useDeferredValue(query)
  const rows = useMemo(
    () => searchRows(tree.rows, deferredQuery, meaning),
    [tree, deferredQuery, meaning],
  )
  const lines = useMemo(() => groupRows(rows, by, meaning), [rows, by, meaning])
  const findings = useMemo(() => orderFindings(meaning?.findings ?? []), [meaning])
  const permissions = useMemo(() => {
    const shownSlots = new Set(rows.map((row) => row.slot))
    return (meaning?.permissions ?? []).filter(({ slots }) =>
      slots.some((each) => shownSlots.has(each)),
    )
  }, [rows, meaning])
  const show = (next: number) => setState({ tab: null, slot: next, q: null, by: null })
  const enter = () => heading.current?.focus()

  const shortcuts = useMemo(() => {
    const step = (way: number) => {
      if (findings.length === 0) return
      const next = find === null ? (way > 0 ? 1 : findings.length) : find + way
      const number = ((next - 1 + findings.length) % findings.length) + 1
      const [first = null] = slotsOfFinding(findings[number - 1]!)
      setState({ tab: 'findings', find: number, ...(first === null ? {} : { slot: first }) })
    }
    return {
      '[': () => step(-1),
      ']': () => step(1),
      d: () => setState({ tab: 'diff' }),
      c: () => {
        if (slot === null || slot >= tree.file.tree.tree.capacity) return
        const { steps } = foldProof(tree.file.tree, slot)
        const proof = steps.map(({ sibling }) => sibling)
        void navigator.clipboard.writeText(JSON.stringify(proof, null, 2))
      },
    }
  }, [findings, find, slot, tree, setState])
  useShortcuts(shortcuts)

  const side =
    slot === null ? (
      <aside className={`sheet ${panel.panel}`} aria-label="Leaf">
        <p className={panel.none}>Choose a leaf to see what it permits and what proves it.</p>
      </aside>
    ) : (
      <LeafPanel tree={tree} slot={slot} meaning={meaning} analysis={analysis} heading={heading} />
    )
  const choose = (next: number) => setState({ slot: next })
  return (
    <div className={styles.view}>
      <div className={styles.headArea}>
        <TreeBand tree={tree} risk={risk} />
        {children}
      </div>
      <TreeHead tree={tree} meaning={meaning} />
      <TreeTools
        state={state}
        change={setState}
        meaning={meaning}
        count={countText(tab, { rows, tree, permissions, meaning })}
        problem={query.problem}
      />
      <Failure title="The checks stopped" error={checks.kind === 'failed' ? checks.error : null} />
      <div className={styles.panes} id="tree-pane" role="tabpanel" aria-label={tabNames[tab]}>
        {tab === 'leaves' ? (
          <LeafTable lines={lines} meaning={meaning} slot={slot} choose={choose} enter={enter} />
        ) : tab === 'diff' ? (
          <DiffDrop tree={tree} trees={trees} />
        ) : tab === 'policy' ? (
          <PolicyPane tree={tree} analysis={analysis} show={show} />
        ) : tab === 'risk' ? (
          <RiskPane tree={tree} analysis={analysis} risk={risk} show={show} />
        ) : meaning === null ? (
          <Loading what="protocols and checks" />
        ) : tab === 'actions' ? (
          <ActionTable permissions={permissions} slot={slot} choose={choose} enter={enter} />
        ) : (
          <FindingList
            findings={findings}
            chosen={find}
            show={show}
            nothing="The checks found nothing to look at."
          />
        )}
        {side}
      </div>
    </div>
  )
}

type ShownCount = {
  readonly rows: readonly LeafRow[]
  readonly tree: OpenTree
  readonly permissions: readonly PermissionRow[]
  readonly meaning: Meaning | null
}

/** The count of shown and of all rows. A list of actions names the leaves that it cannot show. */
function countText(tab: TreeTab, { rows, tree, permissions, meaning }: ShownCount): string {
  const count = (value: number) => value.toLocaleString('en')
  if (tab !== 'actions' || meaning === null)
    return `${count(rows.length)} of ${count(tree.rows.length)} leaves`
  const unread = rows.filter(({ slot }) => (meaning.actions[slot] ?? null) === null).length
  const remainder =
    unread === 0 ? '' : `; ${count(unread)} leaves that no action describes are not here`
  return `${count(permissions.length)} of ${count(meaning.permissions.length)} actions${remainder}`
}

/** The explorer's state, which is in the address. */
function useTreeSearch() {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => parseTreeSearch(search), [search])
  const change = useMemo(
    () => (part: TreeSearchChange) =>
      void navigate({
        to: '.',
        search: (before: object) => changeTreeSearch(parseTreeSearch({ ...before }), part),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return [state, change] as const
}
