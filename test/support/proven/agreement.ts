import {
  compareSimulations,
  crossCheck,
  openChain,
  openCountingRpc,
  type SimulationEngines,
  simulateProvenOn,
} from '@vaultwright/chain'
import { type ProvenSimulation, replayWitness, type SimulationRequest } from '@vaultwright/outcome'
import { parseWitness, printWitness } from '@vaultwright/proof'
import type { Hardfork } from '@vaultwright/registry'
import { expect } from 'vitest'

/** The result of the simulations that three engines ran, for the table that a campaign prints. */
export type Agreements = {
  readonly hardfork: Hardfork
  /** The number of comparisons. */
  cases: number
  /** The number that the node, the fork and the proven engine saw alike, gas to the unit. */
  equal: number
  reverted: number
  /** The number of witnesses that gave the same bytes again. */
  replayed: number
  /** The number of simulations by their round trips. */
  readonly roundTrips: Map<number, number>
  /** The facts read of the block, by the number of simulations. */
  readonly dependsOn: Map<string, number>
}

/** Begins to count for a hardfork. */
export function openAgreements(hardfork: Hardfork): Agreements {
  const [roundTrips, dependsOn] = [new Map<number, number>(), new Map<string, number>()]
  return { hardfork, cases: 0, equal: 0, reverted: 0, replayed: 0, roundTrips, dependsOn }
}

/**
 * Asserts that the node, a fork and the proven engine see one thing, gas to the unit, and that the witness
 * alone gives it again, to the same bytes.
 *
 * @returns the proven simulation.
 */
export async function assertAgreement(
  { chain, pool }: SimulationEngines,
  request: SimulationRequest,
  agreements: Agreements,
): Promise<ProvenSimulation> {
  const { hardfork } = agreements
  agreements.cases++
  const block = await chain.readBlock('latest')
  const pinned = { ...request, block }
  const checked = await crossCheck({ chain, pool }, pinned)
  const [node, fork] = checked.agreed
    ? [checked.simulation, checked.fork]
    : [checked.node, checked.fork]
  const counting = openCountingRpc(chain.rpc)
  const counted = await openChain(counting.rpc, { id: chain.id })
  const before = counting.counts().asks
  const proven = await simulateProvenOn(counted, pinned, { hardfork })
  count(agreements.roundTrips, counting.counts().asks - before)
  for (const name of proven.dependsOn) count(agreements.dependsOn, name)
  const exact = { gasToleranceBps: 0n }
  for (const engine of [node, fork]) {
    const differences = compareSimulations(engine, proven.simulation, exact)
    expect(differences, `${engine.engine} on ${hardfork}`).toEqual([])
    expect(proven.simulation.outcome, `${engine.engine} on ${hardfork}`).toEqual(engine.outcome)
    expect(proven.simulation.trace, `${engine.engine} on ${hardfork}`).toEqual(engine.trace)
  }
  agreements.equal++
  if (proven.simulation.outcome.status === 'reverted') agreements.reverted++
  const witness = printWitness(proven.witness)
  const replayed = await replayWitness(parseWitness(witness), block.hash)
  expect(replayed.simulation).toEqual(proven.simulation)
  expect(printWitness(replayed.witness) === witness).toBe(true)
  agreements.replayed++
  return proven
}

/** Prints what was compared as a row of a Markdown table. */
export function printAgreements(what: string, agreements: Agreements): string {
  const { hardfork, cases, equal, reverted, replayed, roundTrips, dependsOn } = agreements
  const listed = (counts: ReadonlyMap<string | number, number>) =>
    [...counts]
      .sort()
      .map(([name, times]) => `${name}: ${times}`)
      .join(', ')
  const cells = [what, hardfork, cases, reverted, equal, cases - equal, replayed]
  return `| ${[...cells, listed(roundTrips), listed(dependsOn) || 'nothing'].join(' | ')} |`
}

/** The heads of the columns. */
export const agreementHeads =
  '| what | rules | cases | of them reverted | equal | different | replayed to the same bytes | round trips: how often | asked of the block |'

function count<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
