import { useState } from 'react'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Empty, NotKnown } from '../../part/state.tsx'
import { momentText } from '../../part/text/moment-text.ts'
import { Badge, Verdict } from '../../part/verdict.tsx'
import {
  isTicked,
  olderFirst,
  pendingPairOf,
  type RootLine,
  type RootStep,
  type TickedRoot,
  unknownRootsOf,
} from './root-line.ts'
import styles from './root-section.module.css'
import { DiffLink, TreeLink } from './tree-link.tsx'

/**
 * The roots of strategists in the course of time: a line of roots for each strategist; two of them
 * can be compared.
 */
export function RootSection({ lines }: { readonly lines: readonly RootLine[] }) {
  const [ticked, setTicked] = useState<readonly TickedRoot[]>([])
  const unknown = unknownRootsOf(lines)
  const toggle = (strategist: string, step: RootStep) =>
    setTicked((before) =>
      isTicked(before, strategist, step)
        ? before.filter((other) => !isTicked([other], strategist, step))
        : [...before.slice(-1), { strategist, ...step }],
    )
  const [older, newer] = olderFirst(ticked)
  return (
    <Section
      title="Roots"
      actions={
        older === undefined || newer === undefined ? (
          <span className={styles.soft}>Choose two roots to compare them.</span>
        ) : (
          <DiffLink older={older} newer={newer}>
            Compare the two chosen roots
          </DiffLink>
        )
      }
    >
      {unknown === 0 ? null : (
        <Verdict
          tone="look"
          title={`${unknown} active ${unknown === 1 ? 'root has' : 'roots have'} no stored tree`}
        >
          <p>
            The strategist may make calls that this service cannot name. Push the tree of the root:{' '}
            <code>vaultwright tree push</code>.
          </p>
        </Verdict>
      )}
      {lines.length === 0 ? (
        <Empty>
          No root is indexed yet. <code>vaultwright index run</code> reads the roots of the vault.
        </Empty>
      ) : (
        <div className={styles.lines}>
          {lines.map((line) => (
            <Line key={line.strategist} line={line} ticked={ticked} toggle={toggle} />
          ))}
        </div>
      )}
    </Section>
  )
}

function Line(props: {
  readonly line: RootLine
  readonly ticked: readonly TickedRoot[]
  readonly toggle: (strategist: string, step: RootStep) => void
}) {
  const { line, ticked, toggle } = props
  const { name, strategist, steps } = line
  const pair = pendingPairOf(line)
  return (
    <article className={styles.line} aria-label={`Roots of ${name ?? strategist}`}>
      <header className={styles.head}>
        <h3>{name ?? 'An account that the description does not name'}</h3>
        <Hash value={strategist} short />
        {pair === null ? null : (
          <DiffLink older={pair[0]} newer={pair[1]}>
            Compare pending with active
          </DiffLink>
        )}
      </header>
      {steps.length === 0 ? (
        <p className={styles.soft}>No root was set for this strategist.</p>
      ) : (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <Step
              key={`${step.state}${step.root}`}
              step={step}
              who={name ?? strategist}
              isChosen={isTicked(ticked, strategist, step)}
              toggle={() => toggle(strategist, step)}
            />
          ))}
        </ol>
      )}
    </article>
  )
}

function Step(props: {
  readonly step: RootStep
  readonly who: string
  readonly isChosen: boolean
  readonly toggle: () => void
}) {
  const { step, who, isChosen, toggle } = props
  const { root, state, since, transaction, leafCount } = step
  return (
    <li data-state={state}>
      <p className={styles.facts}>
        <Badge {...(state === 'active' ? { tone: 'good' as const } : {})}>{state}</Badge>
        <span>
          {since === null ? (
            <NotKnown reason="the block's time is not recorded" />
          ) : (
            <time dateTime={since}>{momentText(since)}</time>
          )}
        </span>
        {leafCount === null ? (
          <Badge tone="look">no tree stored</Badge>
        ) : (
          <TreeLink root={root} isPending={state === 'pending'}>
            {leafCount} leaves
          </TreeLink>
        )}
      </p>
      <p className={styles.facts}>
        <label className={styles.choose}>
          <input
            type="checkbox"
            checked={isChosen}
            disabled={leafCount === null}
            onChange={toggle}
          />
          <span className="hidden">
            Compare the {state} root of {who}
          </span>
        </label>
        <Hash value={root} short />
      </p>
      {transaction === null ? null : (
        <p className={styles.soft}>
          set by <Hash value={transaction} short />
        </p>
      )}
    </li>
  )
}
