import { useEffect, useRef, useState } from 'react'
import parts from '../part/part.module.css'
import { Badge } from '../part/verdict.tsx'
import type { Meaning } from './analysis/question.ts'
import {
  type Grouping,
  groupings,
  type TreeSearch,
  type TreeSearchChange,
  type TreeTab,
  treeTabs,
} from './state/tree-search.ts'
import styles from './tree.module.css'

/** Names of the parts of the explorer. */
export const tabNames: { readonly [tab in TreeTab]: string } = {
  leaves: 'Leaves',
  actions: 'Actions',
  findings: 'Findings',
  risk: 'Risk',
  policy: 'Policy',
  diff: 'Diff',
}

/** Search, grouping and the parts of the explorer. */
export function TreeTools(props: {
  readonly state: TreeSearch
  readonly change: (part: TreeSearchChange) => void
  readonly meaning: Meaning | null
  /** The count of shown and of all rows. */
  readonly count: string
  /** The part of the search without a meaning; null if all has one. */
  readonly problem: string | null
}) {
  const { state, change, meaning, count, problem } = props
  const { q = '', by = null, tab = 'leaves' } = state
  const isSearched = tab === 'leaves' || tab === 'actions'
  return (
    <div className={styles.tools}>
      <div className={styles.tabs} role="tablist" aria-label="Parts of the tree">
        {treeTabs.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`tab-${each}`}
            aria-selected={each === tab}
            aria-controls="tree-pane"
            tabIndex={each === tab ? 0 : -1}
            className={styles.tab}
            onClick={() => change({ tab: each })}
            onKeyDown={(event) => moveTab(event.key, each, change)}
          >
            {tabNames[each]}
            {each === 'findings' && meaning !== null ? (
              <Badge>{meaning.findings.length.toLocaleString('en')}</Badge>
            ) : null}
          </button>
        ))}
      </div>
      {isSearched ? (
        <>
          <SearchField
            value={q}
            isWrong={problem !== null}
            change={(text) => change({ q: text })}
          />
          {tab === 'leaves' ? (
            <label className={styles.select}>
              Group by
              <select
                className={parts.input}
                value={by ?? ''}
                onChange={(event) => change({ by: (event.target.value || null) as Grouping })}
              >
                <option value="">nothing</option>
                {groupings.map((each) => (
                  <option key={each} value={each} disabled={needsMeaning(each) && meaning === null}>
                    {each}
                  </option>
                ))}
              </select>
            </label>
          ) : null}
          <output className="soft">{problem ?? count}</output>
        </>
      ) : null}
    </div>
  )
}

/** A field that shows typed text at once; the address follows it, and changes it only from outside. */
function SearchField(props: {
  readonly value: string
  readonly isWrong: boolean
  readonly change: (text: string) => void
}) {
  const { value, isWrong, change } = props
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value)
  }, [value])
  return (
    <input
      ref={input}
      type="search"
      className={`${parts.input} ${styles.search}`}
      placeholder="Words, addresses, #slot, fn: to: has:value   ( / )"
      aria-label="Search leaves"
      aria-invalid={isWrong}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        change(event.target.value)
      }}
    />
  )
}

function needsMeaning(by: Grouping): boolean {
  return by === 'protocol' || by === 'action'
}

/** Arrows go from tab to tab, as in every list of tabs. */
function moveTab(key: string, tab: TreeTab, change: (part: TreeSearchChange) => void): void {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const index = (treeTabs.indexOf(tab) + step + treeTabs.length) % treeTabs.length
  const next = treeTabs[index]!
  change({ tab: next })
  document.getElementById(`tab-${next}`)?.focus()
}
