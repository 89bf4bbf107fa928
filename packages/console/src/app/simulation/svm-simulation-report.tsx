import { useQuery } from '@tanstack/react-query'
import { printUnits } from '@vaultwright/base'
import type { SvmSimulationPage } from '@vaultwright/wire'
import { CopyButton, Hash } from '../part/hash.tsx'
import { packetLinkOf } from '../part/link/packet-link.ts'
import { Section } from '../part/page.tsx'
import { Term } from '../part/text/term.tsx'
import { Verdict } from '../part/verdict.tsx'
import styles from '../style/fact.module.css'
import { SvmSimulation } from './svm-simulation.tsx'

/** A simulation on Solana as it was kept: what it would do, and the transaction to judge by itself. */
export function SvmSimulationReport({ page }: { readonly page: SvmSimulationPage }) {
  const base64 = page.serialized_transaction_base64
  const link = useQuery({
    queryKey: ['svm-packet-link', base64],
    queryFn: () => packetLinkOf(base64, `${location.origin}/console/sign`),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <Section title="Simulation">
        <SvmSimulation
          answer={{
            simulation_status: page.status,
            simulation_gas_used: page.compute_units,
            simulation_gas_cost_sol:
              page.fee_lamports === null ? null : printUnits(BigInt(page.fee_lamports), 9),
            simulation_logs: page.logs,
            token_transfers: page.token_transfers,
          }}
        />
        {page.warnings.length === 0 ? null : (
          <Verdict tone="look" title="The service warns">
            <ul className={styles.plainList}>
              {page.warnings.map(({ code, message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two actions may warn of the same
                <li key={index}>
                  {message} <code>{code}</code>
                </li>
              ))}
            </ul>
          </Verdict>
        )}
      </Section>
      <Section title="Transaction">
        <dl className={`sheet ${styles.facts}`}>
          <Term name="Vault">
            <Hash value={page.vault_address} />
          </Term>
          <Term name="Strategist">
            <Hash value={page.strategist_address} />
          </Term>
          <Term name="Slot">{page.slot}</Term>
          <Term name="Transaction">
            base64 <CopyButton value={base64} />{' '}
            {link.data == null ? null : <a href={link.data}>Open in the signing room</a>}
          </Term>
          <Term name="On your own machine">
            <code>{page.verify_command}</code>
          </Term>
        </dl>
      </Section>
    </>
  )
}
