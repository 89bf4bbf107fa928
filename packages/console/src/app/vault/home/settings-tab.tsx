import type { ReactNode } from 'react'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { NotKnown } from '../../part/state.tsx'
import { momentText } from '../../part/text/moment-text.ts'
import facts from '../../style/fact.module.css'
import type { VaultHomeProps } from '../data/vault-tab.ts'
import { ChainMark } from '../head/chain-mark.tsx'

/** The record of a vault in the service: its contracts, by chain. */
export function SettingsTab({ detail }: VaultHomeProps) {
  return detail.deployments.map((deployment) => {
    const { chain, manager, accountant, teller, deployed_at: since } = deployment
    return (
      <Section key={chain} title={detail.deployments.length === 1 ? 'Contracts' : `On ${chain}`}>
        <dl className={facts.facts}>
          <Fact name="Chain">
            <ChainMark chain={chain} />
          </Fact>
          <Fact name="Vault">
            <Hash value={detail.vault_address} />
          </Fact>
          <Account name="Manager" value={manager} />
          <Account name="Accountant" value={accountant} />
          <Account name="Teller" value={teller} />
          <Fact name="Deployed">
            {since === null ? (
              <NotKnown reason="its first block was not looked up" />
            ) : (
              momentText(since)
            )}
          </Fact>
          <Fact name="State in this service">{detail.status}</Fact>
          <Fact name="Organisation">{detail.tenant}</Fact>
        </dl>
      </Section>
    )
  })
}

function Account({ name, value }: { readonly name: string; readonly value: string | null }) {
  return (
    <Fact name={name}>
      {value === null ? <NotKnown reason="the definition names none" /> : <Hash value={value} />}
    </Fact>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={facts.pair}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
