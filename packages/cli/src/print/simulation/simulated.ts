import { printUnits } from '@vaultwright/base'
import type { ProvenFinality } from '@vaultwright/finality'
import {
  isAgreed,
  isStated,
  provenIn,
  type ResultUnits,
  type RunTerms,
  type SimulationResult,
  simulationsIn,
} from '@vaultwright/operations'
import { dronesSeenIn, type Simulation } from '@vaultwright/outcome'
import { describeBatch } from '@vaultwright/packet'
import { type CallContext, callContextOf } from '@vaultwright/protocols'
import { chainOf, joinNames, joinUnits } from '@vaultwright/registry'
import { namesOnChain } from '../../input/naming.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely, printTime } from '../../terminal/table.ts'
import { descriptionJsonOf, printDescription, printMarks } from '../call.ts'
import { finalityJsonOf, printFinality } from '../finality.ts'
import { printEffects, printOutcome, type SimulationPrintOptions } from './effect.ts'
import {
  noAnswerOf,
  printNoAnswer,
  printProof,
  printRests,
  proofJsonOf,
  type Times,
} from './proof.ts'
import { printTerms, printUnstated, termsJsonOf } from './replay-terms.ts'

/** Two engines find a bug of one of them, and no lie of the node that both ask. */
const sharedEndpointWarning =
  'both engines ask the same node: a node that lies about its state deceives both. Prove it with --engine all, or give the fork another with --fork-rpc-url.'

/** Two nodes may lie alike: only a proof needs neither. */
const notProvenNote = "told by the nodes, not proven from the block's hash: see --engine all"

/** Prints a simulation for a person: the verdict first, then warnings, then what moves. */
export function* printSimulated(
  simulated: SimulationResult,
  {
    terms = null,
    summary = false,
    printTotals = () => [],
    ...options
  }: SimulationPrintOptions & {
    readonly times?: Times
    readonly terms?: RunTerms | null
    /** True if nothing is shown behind the totals. */
    readonly summary?: boolean
    /** The totals, which stand behind the answer. */
    readonly printTotals?: (style: TextStyle) => Iterable<string>
  },
): Iterable<string> {
  const { answer } = simulated
  const { style } = options
  const settings = { ...options, isConditional: terms !== null && !isStated(terms) }
  if (terms !== null) {
    yield* printTerms(terms.witness, style)
    yield* printUnstated(terms, style)
  }
  const simulations = simulationsIn(answer)
  const [first] = simulations
  if (!isAgreed(answer)) {
    yield* printNoAnswer(answer, style)
    yield* printHead(simulated, first!, style)
    for (const simulation of simulations) {
      yield `\n${style.bold(`what the ${simulation.engine} says`)}\n`
      yield* printOutcome(simulation, settings)
      if (!summary) yield* printEffects(simulation, simulated, style)
    }
    return
  }
  yield* printOutcome(first!, settings)
  yield* printAgreement(simulated, style)
  if (settings.final != null) yield* printFinality(settings.final, style)
  yield* printTotals(style)
  if (summary) return
  yield* printHead(simulated, first!, style)
  yield* printCalls(simulated, style)
  yield* printEffects(first!, simulated, style)
  const proven = provenIn(answer)
  if (proven !== null) yield* printRests(proven, settings.times ?? null, settings)
}

function* printAgreement(
  { answer, isForkIndependent, secondEngine = null }: SimulationResult,
  style: TextStyle,
): Iterable<string> {
  const names = simulationsIn(answer).map(
    ({ engine, engineVersion }) => `${engine} ${printSafely(engineVersion)}`,
  )
  const proven = provenIn(answer)
  if (proven !== null) yield* printProof(proven, style)
  if (answer.engine === 'all' && answer.proven.kind === 'unproven') {
    yield style.yellow(`not proven: ${printSafely(answer.proven.because.shortMessage)}\n`)
  }
  if (answer.engine === 'both' || answer.engine === 'all') {
    const count = names.length === 3 ? 'three' : 'two'
    yield style.dim(`${count} engines agree: ${names.join(', ')}\n`)
    if (proven !== null) return
    if (!isForkIndependent) yield style.yellow(`${sharedEndpointWarning}\n`)
    else if (answer.engine === 'both') yield style.dim(`${notProvenNote}\n`)
    return
  }
  if (secondEngine !== null) {
    yield style.dim(`two engines agree: ${names.join(', ')}, ${printSafely(secondEngine)}\n`)
    return
  }
  const source = proven === null ? ' told by the node,' : ''
  yield style.yellow(`one engine,${source} not cross-checked: ${names.join()}. See --engine all.\n`)
}

function* printHead(
  { chainId, request, units }: SimulationResult,
  simulation: Simulation,
  style: TextStyle,
): Iterable<string> {
  const { block, vault } = simulation
  const name = chainOf(chainId)?.name ?? 'unknown chain'
  const time = printTime(block.timestamp)
  const pairs: [string, string][] = [
    ['chain', `${name} (${chainId})`],
    ['block', `${block.number}  ${time}  ${block.hash}`],
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
function* printCalls(simulated: SimulationResult, style: TextStyle): Iterable<string> {
  const naming = namingOf(simulated)
  const { data, to } = simulated.request
  const descriptions = describeBatch(data, naming, { manager: to })
  if (descriptions.size === 0) return
  yield '\n'
  yield* printMarks(descriptions, { style, naming })
  for (const [place, description] of descriptions) {
    yield `${style.bold(`call ${place}`)}  ${printSafely(description.signature ?? 'unknown function')} on ${description.target}\n`
    yield* printDescription(description, style, '  ')
  }
}

/** Names what a simulation met: the registry first, then what its tokens call themselves. */
export function namingOf({ chainId, answer, units }: SimulationResult): CallContext {
  const simulations = simulationsIn(answer)
  const registry = callContextOf(chainId, simulations[0]!.vault)
  const tokenNames = namesOnChain(units.values())
  return {
    ...registry,
    drones: dronesSeenIn(simulations),
    names: joinNames(registry.names, tokenNames.names),
    units: joinUnits(registry.units, tokenNames.units),
  }
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

/** Turns a simulation into what `--json` shows: everything, amounts in base units as decimal texts. */
export function simulatedJsonOf(
  simulated: SimulationResult,
  {
    ok,
    strict,
    times = null,
    terms = null,
    final = null,
  }: {
    readonly ok: boolean
    readonly strict: boolean
    readonly times?: Times
    readonly terms?: RunTerms | null
    readonly final?: ProvenFinality | null
  },
): Json {
  const { chainId, request, answer, units, isForkIndependent, secondEngine = null } = simulated
  const { from, to, data, value = 0n, overrides = null } = request
  const [first] = simulationsIn(answer)
  const check = answer.engine === 'both' || answer.engine === 'all' ? answer.check : null
  const isBoth = check !== null
  const agreed = isBoth || secondEngine !== null ? isAgreed(answer) : null
  const disagreement = check !== null && !check.agreed ? check : null
  const head = {
    ok,
    strict,
    verdict: noAnswerOf(answer) ?? verdictOf(first!, terms),
    ...(terms === null ? {} : { replay: replayJsonOf(terms) }),
    ...(final === null ? {} : { finality: finalityJsonOf(final) }),
    engine: answer.engine,
    agreed,
    secondEngine,
    isForkIndependent: isBoth ? isForkIndependent : null,
    engineVersions: simulationsIn(answer).map(({ engine, engineVersion }) => ({
      engine,
      version: engineVersion,
    })),
    chain: { id: chainId, name: chainOf(chainId)?.name ?? null },
    transaction: { from, to, data, value, overrides },
    calls: callsJsonOf(simulated),
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
  return { ...head, ...proofJsonOf(answer, { times, isFinal: final !== null }), ...body } as Json
}

function callsJsonOf(simulated: SimulationResult): readonly Json[] {
  const { data, to } = simulated.request
  return [...describeBatch(data, namingOf(simulated), { manager: to })].map(
    ([path, description]) => ({
      path,
      target: description.target,
      ...descriptionJsonOf(description),
    }),
  )
}

function verdictOf({ outcome }: Simulation, terms: RunTerms | null): string {
  if (outcome.status !== 'success') return 'would_revert'
  return terms === null || isStated(terms) ? 'would_succeed' : 'conditional'
}

function replayJsonOf({ witness, unstated, open }: RunTerms): Json {
  return { witness: termsJsonOf(witness), unstated: [...unstated], open: [...open] }
}
