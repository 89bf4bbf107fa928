import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Loaded } from '../../part/state.tsx'
import { Term } from '../../part/text/term.tsx'
import { Badge } from '../../part/verdict.tsx'
import styles from '../../style/fact.module.css'
import type { SvmVaultReading } from './svm-vault-data.ts'

/** The content of the vault's account: decoded in this page from its bytes. */
export function StateSection({ reading }: { readonly reading: SvmVaultReading }) {
  return (
    <Section title="State on chain">
      <Loaded query={reading} what="the vault’s account" title="The state cannot be read">
        {(data) => <StateFacts facts={data.facts} />}
      </Loaded>
    </Section>
  )
}

type StateFactsData = NonNullable<SvmVaultReading['data']>['facts']

function StateFacts({ facts }: { readonly facts: StateFactsData }) {
  const { state, slot, depositAddress, withdrawAddress } = facts
  const updated = new Date(Number(state.lastUpdateUnix) * 1_000).toISOString()
  return (
    <>
      <p className="soft">
        Decoded in this page from the {state.layout} bytes of the account at slot {String(slot)}.
        That they are on chain is stated by the server.
      </p>
      <dl className={`sheet ${styles.facts}`}>
        <Term name="Strategist, who may act">
          <Hash value={state.strategist} />
        </Term>
        <Term name="Authority, which gives permissions">
          <Hash value={state.authority} />
        </Term>
        {/^1+$/.test(state.pendingAuthority) ? null : (
          <Term name="Proposed authority">
            <Badge tone="look">not accepted yet</Badge> <Hash value={state.pendingAuthority} />
          </Term>
        )}
        <Term name="Vault number">{String(state.vaultId)}</Term>
        <Term name={`Sub-account ${state.depositSubAccount}, for deposits`}>
          <Hash value={depositAddress} />
        </Term>
        {state.withdrawSubAccount === state.depositSubAccount ? null : (
          <Term name={`Sub-account ${state.withdrawSubAccount}, for withdrawals`}>
            <Hash value={withdrawAddress} />
          </Term>
        )}
        <Term name="Base asset">
          <Hash value={state.baseAsset} />
        </Term>
        <Term name="Share mint">
          <Hash value={state.shareMint} />
        </Term>
        <Term name="Rate provider">
          <Hash value={state.rateProvider} />
        </Term>
        <Term name="Rate, in base units a share">
          {String(state.exchangeRate)}, highest {String(state.highWaterMark)}, updated{' '}
          {state.lastUpdateUnix === 0n ? 'never' : updated.replace('.000Z', 'Z')}
        </Term>
        <Term name="Bounds of an update">
          {state.lowerBoundBps} to {state.upperBoundBps} bps of the rate, {state.updateDelaySeconds}{' '}
          s apart: outside of them the vault pauses itself
        </Term>
        <Term name="Fees">
          platform {state.platformFeeBps} bps a year, performance {state.performanceFeeBps} bps,
          owed {String(state.feesOwed)} base units to <Hash value={state.payout} short />
        </Term>
      </dl>
    </>
  )
}
