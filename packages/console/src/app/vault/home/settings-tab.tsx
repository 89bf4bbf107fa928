import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { NotKnown } from '../../part/state.tsx'
import { momentText } from '../../part/text/moment-text.ts'
import { Term } from '../../part/text/term.tsx'
import facts from '../../style/fact.module.css'
import type { VaultHomeProps } from '../data/vault-tab.ts'
import { ChainMark } from '../head/chain-mark.tsx'

/** The record of a vault in the service: its contracts, by chain. */
export function SettingsTab({ detail }: VaultHomeProps) {
  return detail.deployments.map((deployment) => {
    const { chain, manager, accountant, teller, deployed_at: since } = deployment
    return (
      <Section key={chain} title={detail.deployments.length === 1 ? 'Contracts' : `On ${chain}`}>
        <dl className={`sheet ${facts.facts}`}>
          <Term name="Chain">
            <ChainMark chain={chain} />
          </Term>
          <Term name="Vault">
            <Hash value={detail.vault_address} />
          </Term>
          <Account name="Manager" value={manager} />
          <Account name="Accountant" value={accountant} />
          <Account name="Teller" value={teller} />
          <Term name="Deployed">
            {since === null ? (
              <NotKnown reason="its first block was not looked up" />
            ) : (
              momentText(since)
            )}
          </Term>
          <Term name="State in this service">{detail.status}</Term>
          <Term name="Organisation">{detail.tenant}</Term>
        </dl>
      </Section>
    )
  })
}

function Account({ name, value }: { readonly name: string; readonly value: string | null }) {
  return (
    <Term name={name}>
      {value === null ? <NotKnown reason="the definition names none" /> : <Hash value={value} />}
    </Term>
  )
}
