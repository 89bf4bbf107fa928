import type { ProvenSimulation } from '@vaultwright/outcome'
import type { SimulationPage, SimulationPageRun } from '@vaultwright/wire'

/** The record of a proven simulation, as a service states it: numbers in base units, no names, no calls. */
export function recordOfProven(
  { simulation, witness, slotUse, dependsOn }: ProvenSimulation,
  id: string,
): SimulationPage {
  const { request, blockHash, hardfork } = witness
  const { number, timestamp } = simulation.block
  const time = (unix: bigint) => new Date(Number(unix) * 1000).toISOString()
  const vault = simulation.vault!
  return {
    id,
    created_at: time(timestamp),
    expires_at: time(timestamp + 86_400n),
    chain: 'local',
    chain_id: witness.chainId,
    description: 'Fifty actions',
    vault_address: vault,
    strategist_address: request.from,
    target: request.to,
    root: `0x${'00'.repeat(32)}`,
    status: true,
    block: { number: String(number), hash: blockHash, time: time(timestamp) },
    calls: [],
    seen: [runOf(simulation)],
    proof: {
      block_hash: blockHash,
      state_root: `0x${'00'.repeat(32)}`,
      hardfork,
      accounts: slotUse.accounts.length,
      slots: slotUse.slots.length,
      bytes: 318_000,
      witness_url: `/simulations/${id}/witness`,
      depends_on: [...dependsOn],
    },
    differences: [],
    warnings: [],
    encoded_tx_data: request.data,
    verify_command: 'vaultwright calldata verify',
  }
}

function runOf(simulation: ProvenSimulation['simulation']): SimulationPageRun {
  const { engine, engineVersion, gasUsed, balances, transfers, approvals } = simulation
  const named = (token: string, amount: bigint | null) => ({
    token: null,
    token_address: token,
    raw_amount: amount === null ? null : String(amount),
    amount: null,
  })
  return {
    engine,
    engine_version: engineVersion,
    status: true,
    failing: null,
    gas_used: String(gasUsed),
    gas_cost_eth: null,
    balances: balances.map(({ token, holder, before, after, change, isReconciled }) => ({
      token: null,
      token_address: token,
      holder,
      before: null,
      after: null,
      change: null,
      raw_before: String(before),
      raw_after: String(after),
      raw_change: String(change),
      is_reconciled: isReconciled,
    })),
    transfers: transfers.map(({ standard, token, from, to, amount, id }) => ({
      ...named(token, amount),
      standard,
      id: id === null ? null : String(id),
      from,
      to,
      direction: null,
      dollar_value: null,
    })),
    approvals: approvals.map(({ standard, token, owner, spender, amount, isUnlimited }) => ({
      ...named(token, amount),
      standard,
      owner,
      spender,
      is_unlimited: isUnlimited,
    })),
    warnings: [],
  }
}
