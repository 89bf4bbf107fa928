import { useState } from 'react'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Empty, NotKnown } from '../../part/state.tsx'
import { Badge, Verdict } from '../../part/verdict.tsx'
import { pendingPairOf, type RootLine, type RootStep, unknownRootsOf } from './root-line.ts'
import styles from './root-section.module.css'
import { DiffLink, TreeLink } from './tree-link.tsx'

/** Who may do what since when: a line of roots for each strategist; two of them can be compared. */
export function RootSection({ lines }: { readonly lines: readonly RootLine[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const unknown = unknownRootsOf(lines)
  const toggle = (root: string) =>
    setChosen((before) =>
      before.includes(root)
        ? before.filter((other) => other !== root)
        : [...before.slice(-1), root],
    )
  const [older, newer] = inOrder(chosen, lines)
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
            <Line key={line.strategist} line={line} chosen={chosen} toggle={toggle} />
          ))}
        </div>
      )}
    </Section>
  )
}

function Line(props: {
  readonly line: RootLine
  readonly chosen: readonly string[]
  readonly toggle: (root: string) => void
}) {
  const { line, chosen, toggle } = props
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
              isChosen={chosen.includes(step.root)}
              toggle={toggle}
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
  readonly toggle: (root: string) => void
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
            <time dateTime={since}>{since.slice(0, 16).replace('T', ' ')}</time>
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
            onChange={() => toggle(root)}
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

/** The one that was set first comes first. */
function inOrder(chosen: readonly string[], lines: readonly RootLine[]): readonly string[] {
  const since = new Map(
    lines.flatMap(({ steps }) =>
      steps.map((step) => [step.root, step.state === 'pending' ? '9' : (step.since ?? '')]),
    ),
  )
  return [...chosen].sort((left, right) =>
    (since.get(left) ?? '') < (since.get(right) ?? '') ? -1 : 1,
  )
}
