import { Hash } from '../part/hash.tsx'
import { NotKnown } from '../part/state.tsx'
import { momentText } from '../part/text/moment-text.ts'
import { Term } from '../part/text/term.tsx'
import { Verdict } from '../part/verdict.tsx'
import facts from '../style/fact.module.css'
import styles from './permission.module.css'
import type { RootPeriod } from './root-history.ts'

/** The owner of a root. */
type RootOwner = {
  readonly chain: string
  readonly address: string
  readonly strategist: string
}

/** The root in force, as the server says, and the facts about its tree. */
export function RootPeriodHead(props: { readonly period: RootPeriod; readonly where: RootOwner }) {
  const { period, where } = props
  const { root, from, to, block, logIndex, transaction, isWithdrawn, leafCount } = period
  return (
    <>
      <section className={`sheet ${styles.head}`} aria-label="Root in force">
        <dl className={facts.terms}>
          <Term name="Root">
            <Hash value={root} />
          </Term>
          <Term name="Set">
            {from === null ? <NotKnown reason="the index has no time of it" /> : momentText(from)}
            {`, block ${block}, log ${logIndex}`}
          </Term>
          <Term name="In force until">
            {to === null ? 'no later root is recorded with a time' : momentText(to)}
          </Term>
          <Term name="Transaction">
            {transaction === null ? (
              <NotKnown reason="the index has no transaction of it" />
            ) : (
              <Hash value={transaction} />
            )}
          </Term>
        </dl>
        <p className="soft">The server states which root was set, and when.</p>
      </section>
      {isWithdrawn ? (
        <Verdict tone="look" title="All rights were taken away">
          <p>The root of 32 zero bytes permits nothing.</p>
        </Verdict>
      ) : leafCount === null ? (
        <Verdict tone="look" title="Not known what it permitted">
          <p>No tree of this root is stored. If you have the tree file, store it:</p>
          <p>
            <code className="wrap">
              vaultwright tree push tree.json --chain {where.chain} --vault {where.address}{' '}
              --strategist {where.strategist}
            </code>
          </p>
        </Verdict>
      ) : null}
    </>
  )
}
