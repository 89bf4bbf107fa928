import { type Hex, printUnits } from '@vaultwright/base'
import type { ExecuteResponse } from './execute.ts'
import { tokenTransfersOf } from './execute-print.ts'
import type { Ledger, TransferInput } from './ledger.ts'

/** A simulation, as the engines give it. */
export type SimulationInput = {
  readonly logs: readonly {
    readonly address: Hex
    readonly topics: readonly Hex[]
    readonly data: Hex
  }[]
  readonly gasUsed: bigint
  readonly gasCostWei: bigint | null
  readonly transfers: readonly TransferInput[]
}

/** The fields of every simulation. */
export type SimulatedFields = Required<
  Pick<
    ExecuteResponse,
    'simulation_status' | 'simulator_simulation_url' | 'simulation_logs' | 'simulation_gas_used'
  >
>

/**
 * Turns a simulation into the words of the interface.
 *
 * @param simulation - by one engine; null when none ran.
 * @returns status, link, logs and gas.
 */
export function simulatedFieldsOf(
  simulation: SimulationInput | null,
  outcome: { readonly status: true | string; readonly url: string | null },
): SimulatedFields {
  const logs = simulation?.logs ?? []
  return {
    simulation_status: outcome.status,
    simulator_simulation_url: outcome.url,
    simulation_logs: logs.map(({ address, topics, data }) => ({
      address,
      topics: [...topics],
      data,
    })),
    simulation_gas_used: simulation === null ? null : Number(simulation.gasUsed),
  }
}

/**
 * Turns what `verbose` adds into the words of the interface.
 *
 * @param simulation - by one engine; null when none ran.
 * @param ledger - units and prices; null when no vault is measured.
 * @returns the cost of gas, and what the vault receives and sends.
 */
export function verboseFieldsOf(
  simulation: SimulationInput | null,
  ledger: Ledger | null,
): Required<Pick<ExecuteResponse, 'simulation_gas_cost_eth' | 'token_transfers'>> {
  const wei = simulation?.gasCostWei ?? null
  return {
    simulation_gas_cost_eth: wei === null ? null : printUnits(wei, 18),
    token_transfers:
      simulation === null || ledger === null ? [] : tokenTransfersOf(simulation.transfers, ledger),
  }
}
