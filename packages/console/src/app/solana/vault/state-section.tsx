import type { ReactNode } from 'react'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Loaded } from '../../part/state.tsx'
import { Badge } from '../../part/verdict.tsx'
import styles from '../../style/svm.module.css'
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
      <p className={styles.soft}>
        Decoded in this page from the {state.layout} bytes of the account at slot {String(slot)}.
        That they are on chain is stated by the server.
      </p>
      <dl className={styles.facts}>
        <Fact name="Strategist, who may act">
          <Hash value={state.strategist} />
        </Fact>
        <Fact name="Authority, which gives permissions">
          <Hash value={state.authority} />
        </Fact>
        {/^1+$/.test(state.pendingAuthority) ? null : (
          <Fact name="Proposed authority">
            <Badge tone="look">not accepted yet</Badge> <Hash value={state.pendingAuthority} />
          </Fact>
        )}
        <Fact name="Vault number">{String(state.vaultId)}</Fact>
        <Fact name={`Sub-account ${state.depositSubAccount}, for deposits`}>
          <Hash value={depositAddress} />
        </Fact>
        {state.withdrawSubAccount === state.depositSubAccount ? null : (
          <Fact name={`Sub-account ${state.withdrawSubAccount}, for withdrawals`}>
            <Hash value={withdrawAddress} />
          </Fact>
        )}
        <Fact name="Base asset">
          <Hash value={state.baseAsset} />
        </Fact>
        <Fact name="Share mint">
          <Hash value={state.shareMint} />
        </Fact>
        <Fact name="Rate provider">
          <Hash value={state.rateProvider} />
        </Fact>
        <Fact name="Rate, in base units a share">
          {String(state.exchangeRate)}, highest {String(state.highWaterMark)}, updated{' '}
          {state.lastUpdateUnix === 0n ? 'never' : updated.replace('.000Z', 'Z')}
        </Fact>
        <Fact name="Bounds of an update">
          {state.lowerBoundBps} to {state.upperBoundBps} bps of the rate, {state.updateDelaySeconds}{' '}
          s apart: outside of them the vault pauses itself
        </Fact>
        <Fact name="Fees">
          platform {state.platformFeeBps} bps a year, performance {state.performanceFeeBps} bps,
          owed {String(state.feesOwed)} base units to <Hash value={state.payout} short />
        </Fact>
      </dl>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.pair}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
