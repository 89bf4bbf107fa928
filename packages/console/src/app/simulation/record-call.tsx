import type { SimulationPageCall } from '@vaultwright/wire'
import { useId, useState } from 'react'
import { Hash } from '../part/hash.tsx'
import { ArgumentList } from '../part/text/argument-list.tsx'
import { Verdict } from '../part/verdict.tsx'
import facts from '../style/fact.module.css'
import { HitSearch } from './hit-search.tsx'
import { findCalls } from './record-text.ts'
import styles from './simulation.module.css'

/** The calls of a simulation as a tree, down to the last argument, with a search; Enter goes to the next hit. */
export function RecordCalls({ calls }: { readonly calls: readonly SimulationPageCall[] }) {
  const [query, setQuery] = useState('')
  const id = useId()
  const { shown, hits } = findCalls(calls, query)
  return (
    <>
      {calls.length < 2 ? null : (
        <HitSearch
          label="Search the calls"
          what="calls"
          count={calls.length}
          query={query}
          change={setQuery}
          hits={hits.map((hit) => `${id}-${hit}`)}
        />
      )}
      <ol className={facts.list}>
        {shown.map((call) => (
          <RecordCall
            key={call.path.join('.')}
            id={`${id}-${call.path.join('.')}`}
            call={call}
            isHit={query.trim() !== '' && hits.includes(call.path.join('.'))}
          />
        ))}
      </ol>
    </>
  )
}

function RecordCall(props: {
  readonly id: string
  readonly call: SimulationPageCall
  readonly isHit: boolean
}) {
  const { id, call, isHit } = props
  const { path, description, target, target_label, data, value, sentences = [], unread } = call
  const [sentence = null, ...furtherSentences] = sentences
  const name = call.function ?? data.slice(0, 10)
  const heading = sentence ?? description ?? name
  return (
    <li
      id={id}
      className={`sheet ${facts.item} ${isHit ? styles.hit : ''}`}
      style={{ marginInlineStart: `${Math.min(path.length - 1, 6)}rem` }}
    >
      <details className={styles.node} open>
        <summary>
          <h3>
            Call {path.join('.')}: {heading}
          </h3>
        </summary>
        {furtherSentences.map((other) => (
          <p key={other}>or: {other}</p>
        ))}
        <p className="soft">
          <code>{name}</code> of {target_label === null ? '' : `${target_label} `}
          <Hash value={target} />
        </p>
        {value === '0' ? null : (
          <Verdict tone="look" title={`It sends ${value} wei of the chain's coin`} />
        )}
        {unread === undefined || unread === null ? null : <Verdict tone="look" title={unread} />}
        <Arguments call={call} />
        {sentence === null || description === null || description === sentence ? null : (
          <p className="soft">The request, not the calldata, says: {description}</p>
        )}
        <details>
          <summary className={styles.summary}>Data, {(data.length - 2) / 2} bytes</summary>
          <Raw name={`Data of call ${path.join('.')}`} text={data} />
        </details>
      </details>
    </li>
  )
}

/** Records of earlier versions hold names and values alone. */
function Arguments({ call }: { readonly call: SimulationPageCall }) {
  const { details, arguments: values } = call
  const rows =
    details?.map(({ path, text, mark }) => ({ path, text, note: mark === null ? null : 'Look' })) ??
    Object.entries(values ?? {}).map(([path, text]) => ({ path, text, note: null }))
  return rows.length === 0 ? null : <ArgumentList values={rows} />
}

/** A long text that scrolls by itself and can be selected as a whole. */
export function Raw({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <pre className={styles.raw} role="group" aria-label={name} tabIndex={0}>
      {text}
    </pre>
  )
}
