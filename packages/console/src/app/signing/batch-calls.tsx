import { escapeInvisible, type Hex, zeroAddress } from '@vaultwright/base'
import type { CalldataVerdict, CallVerdict, Certainty } from '@vaultwright/manager'
import { type BatchDescriptions, layerTextOf, type PacketRoot } from '@vaultwright/packet'
import { type CallContext, describeCall } from '@vaultwright/protocols'
import { type SignedCall, signedCallsOf } from '@vaultwright/safe'
import { useState } from 'react'
import { Button } from '../part/button.tsx'
import { Hash } from '../part/hash.tsx'
import { Badge, type Tone } from '../part/verdict.tsx'
import facts from '../style/fact.module.css'
import { DescriptionView } from './description-view.tsx'
import styles from './signing.module.css'

const tones: { readonly [certainty in Certainty]: Tone } = {
  proven: 'good',
  conditional: 'look',
  unproven: 'look',
  refused: 'bad',
}

/** The calls of a Manager's batch, those inside flash loans too, each with its verdict. */
export function BatchCalls(props: {
  readonly batch: CalldataVerdict
  /** The batch's calldata. */
  readonly data: Hex
  readonly descriptions: BatchDescriptions
  readonly naming: CallContext
  readonly root: PacketRoot | null
}) {
  const { batch, data, descriptions, naming, root } = props
  return (
    <ol className={styles.batch}>
      {batch.calls.map((call) => {
        const place = call.path.join('.')
        const description = descriptions.get(place)
        return (
          <li key={place} style={{ marginInlineStart: `${call.path.length - 1}rem` }}>
            <h4 className={styles.callHead}>
              <span className={styles.path}>{place}</span>
              <Badge tone={tones[call.verdict]}>{call.verdict}</Badge>
              <code>
                {call.leaf?.signature || description?.signature || call.selector || 'no selector'}
              </code>
            </h4>
            <div className={facts.line}>
              <Hash value={call.target} />
              {call.value > 0n ? <strong>with {String(call.value)} wei</strong> : null}
            </div>
            {description === undefined ? null : <DescriptionView description={description} />}
            {description?.multicall === undefined ? null : (
              <MulticallCalls multicall={description.multicall} naming={naming} />
            )}
            <LeafLine call={call} />
            {call.reads.map(({ read: reading, value }) => (
              <p key={reading.key} className={facts.look}>
                only while {reading.key} is {String(value)} on chain
              </p>
            ))}
            {call.reasons.map(({ reason, message }) => (
              <p
                key={`${reason}${message}`}
                className={call.verdict === 'refused' ? facts.bad : facts.look}
              >
                {message}
              </p>
            ))}
            {call.verdict === 'refused' && root !== null && root.tree !== null ? (
              <Nearest path={call.path} root={root} data={data} />
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

/** The calls that a call of Multicall3 makes as itself, each with what it does; no leaf permits them one by one. */
function MulticallCalls(props: { readonly multicall: SignedCall; readonly naming: CallContext }) {
  const { multicall, naming } = props
  return (
    <ol className={styles.batch} aria-label="Calls of Multicall3">
      {signedCallsOf(multicall).map(({ path, call }) => {
        const { title, detail } = layerTextOf(call)
        const target = call.to ?? zeroAddress
        return (
          <li key={path.join('.')}>
            <h5 className={styles.callHead}>
              <span>
                {path.join('.')} {title}
                {escapeInvisible(detail)}
              </span>
            </h5>
            <div className={facts.line}>
              <Hash value={target} />
              {call.value > 0n ? <strong>with {String(call.value)} wei</strong> : null}
            </div>
            {call.kind === 'call' && call.data !== '0x' ? (
              <DescriptionView
                description={describeCall({ target, data: call.data, value: call.value }, naming)}
              />
            ) : null}
            {call.notes.map(({ message }) => (
              <p key={message} className={facts.look}>
                {message}
              </p>
            ))}
            {call.problem === null ? null : (
              <p className={facts.bad}>{call.problem.shortMessage}</p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function LeafLine({ call }: { readonly call: CallVerdict }) {
  const { leaf, positions } = call
  if (leaf === null) return null
  return (
    <p className="soft">
      {positions.length === 0
        ? 'Leaf found by the root alone'
        : `Leaf in slot ${positions.join(', ')}`}
      {leaf.description === ''
        ? ''
        : `; the tree calls it “${escapeInvisible(leaf.description)}”, which nothing proves`}
    </p>
  )
}

/** Why a call is refused: the nearest leaves of the tree, and the leaf that would permit it. */
function Nearest(props: {
  readonly path: readonly number[]
  readonly data: Hex
  readonly root: PacketRoot
}) {
  const { path, data, root } = props
  const [text, setText] = useState('')
  const explain = async () => {
    const { explainAt } = await import('./question/nearest-leaf.ts')
    setText(explainAt(data, path, root))
  }
  return text === '' ? (
    <Button onClick={() => void explain()}>Why is it refused?</Button>
  ) : (
    <pre className={facts.code}>{text}</pre>
  )
}
