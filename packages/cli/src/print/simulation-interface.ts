import { type Address, isSameAddress, printUnits } from '@vaultwright/base'
import type { Simulation, Transfer } from '@vaultwright/chain'
import type { Json } from '../answer.ts'
import { type Simulated, simulationsIn } from '../simulated.ts'
import { revertText } from './outcome.ts'

/**
 * Turns a simulation into the keys of the interface.
 *
 * @param simulated - what came of it.
 * @returns status, logs, gas, and what the vault receives and sends; amounts of what moves in display units.
 */
export function interfaceJsonOf({ answer, units }: Simulated): { readonly [key: string]: Json } {
  const [first] = simulationsIn(answer)
  const { outcome, logs, gasUsed, gasCostWei, transfers, vault } = first!
  const differ = answer.engine === 'both' && !answer.check.agreed
  return {
    simulation_status: differ
      ? 'The node and its fork disagree. Believe neither.'
      : outcome.status === 'success' || failureOf(outcome),
    simulator_simulation_url: null,
    simulation_logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
    simulation_gas_used: Number(gasUsed),
    simulation_gas_cost_eth: gasCostWei === null ? null : printUnits(gasCostWei, 18),
    token_transfers:
      vault === null ? [] : transfers.flatMap((one) => entryOf(one, { vault, units }) ?? []),
  }
}

type Ledger = { readonly vault: Address; readonly units: Simulated['units'] }

/** Null for what moves between others, and for things, which have no amount. */
function entryOf({ token, from, to, amount }: Transfer, { vault, units }: Ledger): Json | null {
  const isIn = isSameAddress(to, vault)
  if (amount === null || isIn === isSameAddress(from, vault)) return null
  const unit = units.get(token.toLowerCase())
  const decimals = unit?.decimals ?? null
  return {
    token: unit?.symbol ?? null,
    token_address: token,
    amount: decimals === null ? null : printUnits(amount, decimals),
    raw_amount: String(amount),
    direction: isIn ? 'in' : 'out',
    dollar_value: null,
  }
}

function failureOf(outcome: Exclude<Simulation['outcome'], { status: 'success' }>): string {
  const { failing, halt, revert } = outcome
  const where = failing === null ? '' : ` Call ${failing.path.join('.')} fails.`
  return `The call would revert: ${halt ?? revertText(revert)}.${where}`
}
