import { escapeInvisible } from '@vaultwright/base'
import {
  argumentTextOf,
  describeBatch,
  layerFactsOf,
  layerTextOf,
  type PacketCall,
  type PacketRoot,
  type PacketVerdict,
} from '@vaultwright/packet'
import {
  type CallContext,
  type CallDescription,
  describeCall,
  vaultNoteOf,
} from '@vaultwright/protocols'
import { Hash } from '../part/hash.tsx'
import { Section } from '../part/page.tsx'
import { Term } from '../part/text/term.tsx'
import { Badge, Verdict } from '../part/verdict.tsx'
import facts from '../style/fact.module.css'
import { BatchCalls } from './batch-calls.tsx'
import { DescriptionView } from './description-view.tsx'
import styles from './signing.module.css'

/** Every call of the packet, down to the last; first what changes who may act. */
export function CallList(props: {
  readonly verdict: PacketVerdict
  readonly naming: CallContext
  readonly root: PacketRoot | null
}) {
  const { verdict, naming, root } = props
  const vaultNote = vaultNoteOf(naming)
  return (
    <Section title="The calls, in order">
      {verdict.governance.length === 0 ? null : (
        <div className={styles.governance}>
          <h3>Who may act afterwards</h3>
          {verdict.governance.map(
            ({ path, signature, to, message, isProven, isOutsideTree, arguments: values }) => (
              <Verdict
                key={path}
                tone={isProven ? 'good' : isOutsideTree ? 'bad' : 'look'}
                title={signature}
              >
                <p>{message}</p>
                {to === null ? null : <Hash value={to} />}
                <Arguments values={values} />
              </Verdict>
            ),
          )}
        </div>
      )}
      {vaultNote === null ? null : <p className={facts.look}>{vaultNote}.</p>}
      <ol className={styles.calls}>
        {verdict.calls.map((layer) => (
          <li
            key={layer.path}
            className={`sheet ${facts.item}`}
            style={{ marginInlineStart: `${Math.min(depthOf(layer), 6)}rem` }}
          >
            <Layer layer={layer} naming={naming} root={root} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function depthOf({ path }: PacketCall): number {
  return path === '' ? 0 : path.split('.').length
}

function Layer(props: {
  readonly layer: PacketCall
  readonly naming: CallContext
  readonly root: PacketRoot | null
}) {
  const { layer, naming, root } = props
  const { call, path, batch, reasons } = layer
  const { title, detail } = layerTextOf(call)
  const isDelegate = call.operation === 'delegatecall'
  return (
    <>
      <h3 className={styles.callHead}>
        {path === '' ? null : <span className={styles.path}>{path}</span>}
        {isDelegate ? <strong className={facts.unusual}>DELEGATE CALL</strong> : null}
        <span>
          {title}
          {escapeInvisible(detail)}
        </span>
      </h3>
      <div className={facts.line}>
        {call.to === null ? <span>on an account that is not named</span> : <Hash value={call.to} />}
        {call.value > 0n ? (
          <strong className={facts.unusual}>with {String(call.value)} wei</strong>
        ) : null}
      </div>
      {layerFactsOf(call).map((fact) => (
        <p key={fact} className="soft">
          {fact}
        </p>
      ))}
      {batch === null ? null : (
        <BatchCalls
          batch={batch}
          data={call.data}
          descriptions={describeBatch(call.data, naming, { manager: call.to, verdict: batch })}
          naming={naming}
          root={root}
        />
      )}
      {call.kind === 'call' ? <Unchecked layer={layer} naming={naming} /> : null}
      {reasons
        .filter(({ weight, path: place }) => weight !== 'note' && place === path)
        .map(({ code, weight, message }) => (
          <p key={`${code}${message}`} className={weight === 'no' ? facts.bad : facts.look}>
            {message}
          </p>
        ))}
    </>
  )
}

/** A call that no Manager checks: never shortened to a name. */
function Unchecked({
  layer,
  naming,
}: {
  readonly layer: PacketCall
  readonly naming: CallContext
}) {
  const { to, data, value } = layer.call
  const description: CallDescription | null =
    to === null || data === '0x' ? null : describeCall({ target: to, data, value }, naming)
  return (
    <>
      <p>
        <Badge tone="look">unproven</Badge>
      </p>
      {description === null ? null : <DescriptionView description={description} />}
      <details className={facts.more} open={data.length < 400}>
        <summary>Whole data, {data.length / 2 - 1} bytes</summary>
        <code className="wrap">{data}</code>
      </details>
    </>
  )
}

function Arguments({ values }: { readonly values: { readonly [name: string]: unknown } }) {
  return (
    <dl className={facts.terms}>
      {Object.entries(values).map(([name, value]) => (
        <Term key={name} name={name}>
          <code className="wrap">{argumentTextOf(value)}</code>
        </Term>
      ))}
    </dl>
  )
}
