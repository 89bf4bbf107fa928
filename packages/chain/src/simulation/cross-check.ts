import type { Fact } from '@vaultwright/base'
import type { Simulation, SimulationRequest } from '@vaultwright/outcome'
import type { ForkPool } from '../fork/fork-pool.ts'
import type { Chain } from '../port/chain.ts'
import { simulateOnFork } from './simulate-fork.ts'
import { simulateOnNode } from './simulate-node.ts'
import { blockOf } from './simulation-plan.ts'

/** A difference between both engines. */
export type EngineDifference = {
  readonly field:
    | 'outcome'
    | 'revert'
    | 'vault'
    | 'logs'
    | 'transfers'
    | 'balances'
    | 'approvals'
    | 'warnings'
    | 'gas'
  /** One sentence for a person. */
  readonly message: string
  readonly node: Fact
  readonly fork: Fact
}

/** The results of two engines for one transaction: what it does when they agree, what they differ in when not. */
export type CrossCheck =
  | { readonly agreed: true; readonly simulation: Simulation; readonly fork: Simulation }
  | {
      readonly agreed: false
      readonly differences: readonly EngineDifference[]
      /** The result of each; neither is to be believed. */
      readonly node: Simulation
      readonly fork: Simulation
    }

/** The needs of both engines. */
export type SimulationEngines = { readonly chain: Chain; readonly pool: ForkPool }

/**
 * The tolerance between the gas of the engines, in basis points of the node's. They count by the
 * same rules; a node of another make may refund or warm up otherwise by a little.
 */
const gasToleranceBps = 100n

/**
 * Simulates a transaction with both engines on the same block and compares what they say.
 *
 * @returns the simulation when both agree, else their differences and no success.
 * @throws errors as `simulateOnNode` and `simulateOnFork`: without both there is no answer.
 */
export async function crossCheck(
  engines: SimulationEngines,
  request: SimulationRequest,
): Promise<CrossCheck> {
  const { chain, pool } = engines
  const pinned = { ...request, block: await blockOf(chain, request) }
  const [node, fork] = await Promise.all([
    simulateOnNode(chain, pinned),
    simulateOnFork(chain, pool, pinned),
  ])
  const differences = compareSimulations(node, fork)
  if (differences.length > 0) return { agreed: false, differences, node, fork }
  return { agreed: true, simulation: node, fork }
}

/**
 * Compares what two engines say of one transaction.
 *
 * @param tolerance - how far gas may lie apart, in basis points; 100 when not given.
 * @returns their differences, none when they agree.
 */
export function compareSimulations(
  node: Simulation,
  fork: Simulation,
  tolerance: { readonly gasToleranceBps: bigint } = { gasToleranceBps },
): readonly EngineDifference[] {
  const pairs = [
    ['outcome', node.outcome.status, fork.outcome.status],
    ['revert', revertOf(node), revertOf(fork)],
    ['vault', node.vault, fork.vault],
    ['logs', node.logs.map(logOf), fork.logs.map(logOf)],
    ['transfers', node.transfers.map(factOf), fork.transfers.map(factOf)],
    ['balances', sortedOf(node.balances), sortedOf(fork.balances)],
    ['approvals', sortedOf(node.approvals), sortedOf(fork.approvals)],
    ['warnings', sortedOf(node.warnings), sortedOf(fork.warnings)],
  ] as const
  const differences = pairs
    .filter(([, one, other]) => JSON.stringify(one) !== JSON.stringify(other))
    .map(([field, left, right]) => ({
      field,
      message: `The engines see different ${field.endsWith('s') ? field : `${field}s`}.`,
      node: left,
      fork: right,
    }))
  return [...differences, ...gasDifference(node, fork, tolerance)]
}

function gasDifference(
  node: Simulation,
  fork: Simulation,
  tolerance: { readonly gasToleranceBps: bigint },
): readonly EngineDifference[] {
  const gap =
    node.gasUsed > fork.gasUsed ? node.gasUsed - fork.gasUsed : fork.gasUsed - node.gasUsed
  if (gap * 10_000n <= node.gasUsed * tolerance.gasToleranceBps) return []
  return [
    {
      field: 'gas',
      message: `The engines differ by ${gap} gas${tolerance.gasToleranceBps === 0n ? '' : ', more than one percent'}.`,
      node: String(node.gasUsed),
      fork: String(fork.gasUsed),
    },
  ]
}

function revertOf({ outcome }: Simulation): Fact {
  return outcome.status === 'success' ? null : outcome.revert.data
}

function logOf({ address, topics, data }: Simulation['logs'][number]): Fact {
  return { address, topics, data }
}

function sortedOf(list: readonly object[]): Fact {
  return list.map((one) => JSON.stringify(factOf(one))).sort()
}

/** A flat record as JSON can hold it. */
function factOf(record: object): Fact {
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? String(value) : value,
  ])
  return Object.fromEntries(entries) as Fact
}
