import { printUnits } from '@vaultwright/base'
import type { EngineDifference } from '@vaultwright/chain'
import { type ResultUnits, type SimulationResult, simulationsIn } from '@vaultwright/operations'
import type { Simulation } from '@vaultwright/outcome'
import { type BatchDescriptions, describeBatch } from '@vaultwright/packet'
import { type CallContext, callContextOf } from '@vaultwright/protocols'
import { chainOf, joinNames, joinUnits } from '@vaultwright/registry'
import { descriptionJsonOf, printDescription, printMarks } from '../../print/call.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely, printTime } from '../../terminal/table.ts'
import { namesOnChain } from '../calldata/naming.ts'
import { printEffects, printOutcome, type SimulationPrintOptions } from './effect.ts'

/** Two engines find a bug of one of them, and no lie of the node that both ask. */
const sharedEndpointWarning =
  'both engines ask the same node: a node that lies about its state deceives both. Give the fork another with --fork-rpc-url.'

/** Prints a simulation for a person: the verdict first, then warnings, then what moves. */
export function* printSimulated(
  simulated: SimulationResult,
  settings: SimulationPrintOptions,
): Iterable<string> {
  const { answer, units } = simulated
  const { style } = settings
  const [first] = simulationsIn(answer)
  if (answer.engine === 'both' && !answer.check.agreed) {
    yield* printDisagreement(answer.check.differences, style)
    yield* printHead(simulated, first!, style)
    for (const one of [answer.check.node, answer.check.fork]) {
      yield `\n${style.bold(`what the ${one.engine} says`)}\n`
      yield* printOutcome(one, settings)
      yield* printEffects(one, units, style)
    }
    return
  }
  yield* printOutcome(first!, settings)
  yield* printAgreement(simulated, style)
  yield* printHead(simulated, first!, style)
  yield* printCalls(simulated, first!, style)
  yield* printEffects(first!, units, style)
}

function* printDisagreement(
  differences: readonly EngineDifference[],
  style: TextStyle,
): Iterable<string> {
  yield style.red('No answer: the node and its fork disagree. Believe neither.\n')
  for (const { field, message, node, fork } of differences) {
    yield `  ${style.red(field.padEnd(9))}  ${printSafely(message)}\n`
    yield style.dim(`    node  ${shortOf(node)}\n`)
    yield style.dim(`    fork  ${shortOf(fork)}\n`)
  }
}

function* printAgreement(
  { answer, isForkIndependent }: SimulationResult,
  style: TextStyle,
): Iterable<string> {
  const names = simulationsIn(answer).map(
    ({ engine, engineVersion }) => `${engine} ${printSafely(engineVersion)}`,
  )
  if (answer.engine === 'both') {
    yield style.dim(`two engines agree: ${names.join(', ')}\n`)
    if (!isForkIndependent) yield style.yellow(`${sharedEndpointWarning}\n`)
  } else yield style.yellow(`one engine, not cross-checked: ${names.join()}. See --engine both.\n`)
}

function* printHead(
  { chainId, request, units }: SimulationResult,
  simulation: Simulation,
  style: TextStyle,
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
  yield* printPairs(pairs, style)
}

/** Says what each call of the transaction does, from its calldata. */
function* printCalls(
  simulated: SimulationResult,
  { vault }: Simulation,
  style: TextStyle,
): Iterable<string> {
  const descriptions = describedCalls(simulated, vault)
  if (descriptions.size === 0) return
  yield '\n'
  yield* printMarks(descriptions, style)
  for (const [place, description] of descriptions) {
    yield `${style.bold(`call ${place}`)}  ${printSafely(description.signature ?? 'unknown function')} on ${description.target}\n`
    yield* printDescription(description, style, '  ')
  }
}

function describedCalls(
  { chainId, request, units }: SimulationResult,
  vault: Simulation['vault'],
): BatchDescriptions {
  const registry = callContextOf(chainId, vault)
  const asked = namesOnChain(units.values())
  const context: CallContext = {
    ...registry,
    names: joinNames(registry.names, asked.names),
    units: joinUnits(registry.units, asked.units),
  }
  return describeBatch(request.data, context, request.to)
}

function gasOf(
  { gasUsed, gasPriceWei, gasCostWei, gasPriceUnknown }: Simulation,
  units: ResultUnits,
) {
  if (gasCostWei === null || gasPriceWei === null) {
    return `${gasUsed}, cost unknown: ${gasPriceUnknown ?? 'no price'}`
  }
  return `${gasUsed} × ${printUnits(gasPriceWei, 9)} gwei = ${coinOf(gasCostWei, units)}`
}

/** The chain's own coin stands first among the units. */
function coinOf(wei: bigint, units: ResultUnits): string {
  const [coin] = units.values()
  return `${printUnits(wei, 18)} ${coin?.symbol ?? 'of the coin'}`
}

function shortOf(value: unknown): string {
  const text = printSafely(JSON.stringify(value))
  return text.length > 300 ? `${text.slice(0, 297)}...` : text
}

/** Turns a simulation into what `--json` shows: everything, amounts in base units as decimal texts. */
export function simulatedJsonOf(
  simulated: SimulationResult,
  { ok, strict }: { readonly ok: boolean; readonly strict: boolean },
): Json {
  const { chainId, request, answer, units, isForkIndependent } = simulated
  const { from, to, data, value = 0n, overrides = null } = request
  const [first] = simulationsIn(answer)
  const isBoth = answer.engine === 'both'
  const agreed = isBoth ? answer.check.agreed : null
  const disagreement = isBoth && !answer.check.agreed ? answer.check : null
  const head = {
    ok,
    strict,
    verdict: disagreement === null ? verdictOf(first!) : 'engines_differ',
    engine: answer.engine,
    agreed,
    isForkIndependent: isBoth ? isForkIndependent : null,
    engineVersions: simulationsIn(answer).map(({ engine, engineVersion }) => ({
      engine,
      version: engineVersion,
    })),
    chain: { id: chainId, name: chainOf(chainId)?.name ?? null },
    transaction: { from, to, data, value, overrides },
    calls: callsJsonOf(simulated, first!.vault),
    tokens: [...units.values()].map(({ address, symbol, decimals }) => ({
      address,
      symbol,
      decimals,
    })),
  }
  const body =
    disagreement === null
      ? { simulation: first }
      : {
          differences: disagreement.differences,
          simulations: { node: disagreement.node, fork: disagreement.fork },
        }
  return { ...head, ...body } as Json
}

function callsJsonOf(simulated: SimulationResult, vault: Simulation['vault']): readonly Json[] {
  return [...describedCalls(simulated, vault)].map(([path, description]) => ({
    path,
    target: description.target,
    ...descriptionJsonOf(description),
  }))
}

function verdictOf({ outcome }: Simulation): string {
  return outcome.status === 'success' ? 'would_succeed' : 'would_revert'
}
