import { printUnits } from '@vaultwright/base'
import type { EngineDifference, Simulation } from '@vaultwright/chain'
import { chainOf } from '@vaultwright/registry'
import { type Simulated, simulationsIn } from '../simulated.ts'
import type { Units } from '../token-list.ts'
import { printEffects } from './effect.ts'
import type { Ink } from './ink.ts'
import { printOutcome, type SimulationManner } from './outcome.ts'
import { printPairs, printSafely } from './table.ts'
import { printTime } from './time.ts'

/** Two engines find a bug of one of them, and no lie of the node that both ask. */
const sharedEndpointWarning =
  'both engines ask the same node: a node that lies about its state deceives both. Give the fork another with --fork-rpc-url.'

/** Prints a simulation for a person: the verdict first, then warnings, then what moves. */
export function* printSimulated(simulated: Simulated, manner: SimulationManner): Iterable<string> {
  const { answer, units } = simulated
  const { ink } = manner
  const [first] = simulationsIn(answer)
  if (answer.engine === 'both' && !answer.check.agreed) {
    yield* printDisagreement(answer.check.differences, ink)
    yield* printHead(simulated, first!, ink)
    for (const one of [answer.check.node, answer.check.fork]) {
      yield `\n${ink.bold(`what the ${one.engine} says`)}\n`
      yield* printOutcome(one, manner)
      yield* printEffects(one, units, ink)
    }
    return
  }
  yield* printOutcome(first!, manner)
  yield* printAgreement(simulated, ink)
  yield* printHead(simulated, first!, ink)
  yield* printEffects(first!, units, ink)
}

function* printDisagreement(differences: readonly EngineDifference[], ink: Ink): Iterable<string> {
  yield ink.red('No answer: the node and its fork disagree. Believe neither.\n')
  for (const { field, message, node, fork } of differences) {
    yield `  ${ink.red(field.padEnd(9))}  ${printSafely(message)}\n`
    yield ink.dim(`    node  ${shortOf(node)}\n`)
    yield ink.dim(`    fork  ${shortOf(fork)}\n`)
  }
}

function* printAgreement({ answer, isForkIndependent }: Simulated, ink: Ink): Iterable<string> {
  const names = simulationsIn(answer).map(
    ({ engine, engineVersion }) => `${engine} ${printSafely(engineVersion)}`,
  )
  if (answer.engine === 'both') {
    yield ink.dim(`two engines agree: ${names.join(', ')}\n`)
    if (!isForkIndependent) yield ink.yellow(`${sharedEndpointWarning}\n`)
  } else yield ink.yellow(`one engine, not cross-checked: ${names.join()}. See --engine both.\n`)
}

function* printHead(
  { chainId, request, units }: Simulated,
  simulation: Simulation,
  ink: Ink,
): Iterable<string> {
  const { block, vault } = simulation
  const name = chainOf(chainId)?.name ?? 'unknown chain'
  const at = printTime(block.timestamp)
  const pairs: [string, string][] = [
    ['chain', `${name} (${chainId})`],
    ['block', `${block.number}  ${at}  ${block.hash}`],
    ['from', request.from],
    ['to', request.to],
    ['vault', vault ?? '(none: no balances are measured)'],
  ]
  if ((request.value ?? 0n) > 0n) pairs.push(['value', coinOf(request.value!, units)])
  if (request.overrides !== undefined) {
    pairs.push(['overrides', `${Object.keys(request.overrides).join(', ')}: not as on chain`])
  }
  pairs.push(['gas', gasOf(simulation, units)])
  yield '\n'
  yield* printPairs(pairs, ink)
}

function gasOf({ gasUsed, gasPriceWei, gasCostWei, gasPriceUnknown }: Simulation, units: Units) {
  if (gasCostWei === null || gasPriceWei === null) {
    return `${gasUsed}, cost unknown: ${gasPriceUnknown ?? 'no price'}`
  }
  return `${gasUsed} × ${printUnits(gasPriceWei, 9)} gwei = ${coinOf(gasCostWei, units)}`
}

/** The chain's own coin stands first among the units. */
function coinOf(wei: bigint, units: Units): string {
  const [coin] = units.values()
  return `${printUnits(wei, 18)} ${coin?.symbol ?? 'of the coin'}`
}

function shortOf(value: unknown): string {
  const text = printSafely(JSON.stringify(value))
  return text.length > 300 ? `${text.slice(0, 297)}...` : text
}
