import type { SimulationPageCall } from '@vaultwright/wire'
import { useId, useState } from 'react'
import { TextField } from '../part/field.tsx'
import { Hash } from '../part/hash.tsx'
import { Term } from '../part/text/term.tsx'
import { Verdict } from '../part/verdict.tsx'
import facts from '../style/fact.module.css'
import { findCalls } from './record-text.ts'
import styles from './simulation.module.css'

/** The calls of a simulation as a tree, down to the last argument, with a search; Enter goes to the next hit. */
export function RecordCalls({ calls }: { readonly calls: readonly SimulationPageCall[] }) {
  const [query, setQuery] = useState('')
  const [next, setNext] = useState(0)
  const id = useId()
  const { shown, hits } = findCalls(calls, query)
  const goOn = () => {
    const hit = hits[next % Math.max(1, hits.length)]
    if (hit === undefined) return
    document.getElementById(`${id}-${hit}`)?.scrollIntoView({ block: 'center' })
    setNext(next + 1)
  }
  return (
    <>
      {calls.length < 2 ? null : (
        <search>
          <TextField
            label="Search the calls"
            type="search"
            value={query}
            placeholder="approve, WETH, 0x…"
            change={(text) => {
              setQuery(text)
              setNext(0)
            }}
            onKeyDown={({ key }) => key === 'Enter' && goOn()}
            hint={
              <span role="status">
                {hits.length} of {calls.length} calls
                {query.trim() === '' ? '' : ' have these words'}
              </span>
            }
          />
        </search>
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
    details?.map(({ path, text, mark }) => ({ name: path, text, mark })) ??
    Object.entries(values ?? {}).map(([name, text]) => ({ name, text, mark: null }))
  if (rows.length === 0) return null
  return (
    <dl className={facts.terms}>
      {rows.map(({ name, text, mark }) => (
        <Term key={name} name={name}>
          <span className={`mono ${mark === null ? '' : facts.look}`}>
            {mark === null ? text : `Look: ${text}`}
          </span>
        </Term>
      ))}
    </dl>
  )
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
