import type { SimulationPage, SimulationPageRun } from '@vaultwright/wire'
import { useId, useMemo, useState } from 'react'
import { shortAccount } from '../part/band/sentence.tsx'
import { Section } from '../part/page.tsx'
import { Empty } from '../part/state.tsx'
import { countText } from '../part/text/count-text.ts'
import { groupedNumber } from '../part/text/number-text.ts'
import facts from '../style/fact.module.css'
import { HitSearch } from './hit-search.tsx'
import styles from './simulation.module.css'
import { findNodes, type TraceNode, traceTreeOf } from './trace-tree.ts'

/** Every call of a simulation at any depth, those of contracts too, as its engine traced them. */
export function TraceSection(props: {
  readonly page: SimulationPage
  readonly run: SimulationPageRun
}) {
  const { page, run } = props
  const { trace = null } = run
  const [query, setQuery] = useState('')
  const id = useId()
  const tree = useMemo(() => traceTreeOf(trace?.calls ?? [], page), [trace, page])
  const { shown, hits } = useMemo(() => findNodes(tree, query), [tree, query])
  if (trace === null)
    return (
      <Section title="Trace">
        <Empty>
          No trace comes from {engines[run.engine]}: the calls inside contracts are not known.
        </Empty>
      </Section>
    )
  return (
    <Section title="Trace">
      <p className="soft">
        As {engines[run.engine]} saw it; the names of functions are read here from the data.
        {trace.left_out === 0
          ? ''
          : ` ${countText(trace.left_out, 'further call')} of it are not kept.`}
      </p>
      <HitSearch
        label="Search the trace"
        what="calls"
        count={trace.calls.length}
        query={query}
        change={setQuery}
        hits={hits.map((hit) => `${id}-${hit}`)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <div className={`sheet ${styles.trace}`} role="group" aria-label="Trace" tabIndex={0}>
        <TraceList nodes={shown} id={id} hits={query.trim() === '' ? none : new Set(hits)} />
      </div>
    </Section>
  )
}

const engines = { node: 'the node', fork: 'the fork', proven: 'the proven engine' } as const
const none: ReadonlySet<number> = new Set()

type ListProps = { readonly id: string; readonly hits: ReadonlySet<number> }

function TraceList({ nodes, ...list }: ListProps & { readonly nodes: readonly TraceNode[] }) {
  return (
    <ol>
      {nodes.map((node) => (
        <li key={node.index} id={`${list.id}-${node.index}`}>
          {node.inside.length === 0 ? (
            <TraceLine node={node} {...list} />
          ) : (
            <details open>
              <summary>
                <TraceLine node={node} {...list} />
              </summary>
              <TraceList nodes={node.inside} {...list} />
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}

function TraceLine({ node, hits }: ListProps & { readonly node: TraceNode }) {
  const { frame, index, name, role } = node
  const { type, to, value, error } = frame
  return (
    <span className={`${facts.line} ${hits.has(index) ? styles.hitLine : ''}`}>
      <span className="note">{type.toLowerCase()}</span>
      <code>{name}</code>
      {role === null ? null : <span>{role}</span>}
      {to === null ? null : <code title={to}>{shortAccount(to)}</code>}
      {value === '0' ? null : <strong>with {groupedNumber(value)} wei</strong>}
      {error === null ? null : <span className={facts.bad}>fails: {error}</span>}
    </span>
  )
}
