import { type Address, BaseError } from '@vaultwright/base'
import { readerOf, type SchemaReader } from '@vaultwright/document'
import {
  type BlockRef,
  type EthCallResult,
  type Execution,
  finishAnalysis,
  isUnchanged,
  type Simulation,
  type SimulationRequest,
  type StateDiff,
  type StateRead,
  startAnalysis,
  vaultIn,
  withChecksums,
  withStateDiff,
} from '@vaultwright/outcome'
import { managerTopics } from '@vaultwright/registry'
import Type from 'typebox'
import type { Chain } from '../port/chain.ts'
import { openPinnedAsk, type PinnedAsk } from '../read/pinned-ask.ts'
import { account, parseAnswer, readBytes } from '../rpc/answer.ts'
import { readClientVersion } from '../rpc/client-version.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { readCallTrace } from '../trace/call-trace.ts'
import { readStateDiff } from '../trace/state-diff.ts'
import { readGasPrice } from './gas-price.ts'
import { nodeExecutionOf } from './node-execution.ts'
import {
  accessListCall,
  aroundCall,
  diffOptions,
  simulateCall,
  traceCall,
  vaultCall,
} from './node-question.ts'
import { isSameRun, readSimulatedBlocks, type SimulatedCall } from './simulated-call.ts'
import { guessOf, rememberGuess, type SimulationGuess } from './simulation-guess.ts'
import { blockOf, printTransaction } from './simulation-plan.ts'
import {
  guessedAround,
  type StateAround,
  stateAroundIn,
  withoutUnreadable,
} from './state-around.ts'

const readAccessList = readerOf(
  Type.Object({ accessList: Type.Array(Type.Object({ address: account })) }),
)

/** The first question to which an answer belongs. */
type FirstQuestion = 'run' | 'trace' | 'vault' | 'around' | 'diff' | 'accessList' | 'manager'
type FirstCalls = Readonly<Partial<Record<FirstQuestion, RpcCall>>>
type FirstAnswers = Readonly<Partial<Record<FirstQuestion, RpcAnswer>>>

type NodeContext = {
  readonly asked: SimulationRequest
  readonly block: BlockRef
  readonly pinned: PinnedAsk
  readonly guess: SimulationGuess
  readonly first: FirstAnswers
}

/**
 * Simulates a transaction on the node, by `eth_simulateV1` and, where the node has them, its traces.
 *
 * Balances are read in the same simulated block right before and right after the transaction, so
 * that nothing but the transaction, not even time, lies between.
 *
 * @param guess - what it will probably have to ask, which saves round trips where it is right and changes
 * no result where it is not; what the last simulations of the same target asked when not given.
 * @throws {RpcRefusedError} when the node cannot simulate it.
 * @throws {UnsteadySimulationError} when the same transaction does different things.
 */
export async function simulateOnNode(
  chain: Chain,
  request: SimulationRequest,
  guess?: SimulationGuess,
): Promise<Simulation> {
  const checksummed = withChecksums(request)
  const block = await blockOf(chain, checksummed)
  const sound = withoutUnreadable(guess ?? guessOf(chain, checksummed, 'node'))
  const pinned = openPinnedAsk(chain.rpc)
  const [first, engineVersion, gasPrice] = await Promise.all([
    askFirst(pinned, block, (tag) => firstCallsOf(checksummed, block, { tag, guess: sound })),
    readClientVersion(chain.rpc),
    readGasPrice(chain.rpc, block),
  ])
  await nextRound()
  const context: NodeContext = { asked: checksummed, block, pinned, guess: sound, first }
  const { result, execution, ...followUp } = await readExecution(context)
  const { vault, manager } = await readVault(context, execution)
  await nextRound()
  const started = startAnalysis(checksummed, vault, execution)
  const { before, after } = await readSteadyAround(context, started.readings, result)
  const isOpen = execution.trace !== null && isUnchanged(started, before, after)
  const analysis = isOpen ? withStateDiff(started, await readDiff(context)) : started
  const needsDiff = isOpen || followUp.needsDiff
  rememberGuess(chain, 'node', { analysis, followUp: { ...followUp, needsDiff, manager } })
  await nextRound()
  return finishAnalysis(analysis, { engine: 'node', engineVersion, block, gasPrice, before, after })
}

/** A large batch is taken apart in pieces: other work of the process goes between them. */
function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

async function askFirst(
  pinned: PinnedAsk,
  block: BlockRef,
  callsOf: (tag: unknown) => FirstCalls,
): Promise<FirstAnswers> {
  const names = Object.keys(callsOf(null)) as FirstQuestion[]
  const answers = await pinned(block, (tag) => Object.values(callsOf(tag)))
  return Object.fromEntries(names.map((name, index) => [name, answers[index]]))
}

function firstCallsOf(
  asked: SimulationRequest,
  block: BlockRef,
  { tag, guess }: { readonly tag: unknown; readonly guess: SimulationGuess },
): FirstCalls {
  const { readings, needsDiff, needsAccessList, manager } = guess
  return {
    run: simulateCall(asked, block, { tag, calls: [printTransaction(asked)] }),
    trace: traceCall(asked, block, { tag, options: { tracer: 'callTracer' } }),
    ...(asked.vault === undefined ? { vault: vaultCall(asked.to, tag) } : {}),
    ...(readings.length > 0 ? { around: aroundCall(asked, block, { tag, list: readings }) } : {}),
    ...(needsDiff ? { diff: traceCall(asked, block, { tag, options: diffOptions }) } : {}),
    ...(needsAccessList ? { accessList: accessListCall(asked, tag) } : {}),
    ...(manager === null ? {} : { manager: vaultCall(manager, tag) }),
  }
}

/** Reads the run, and asks for more if the node has no traces. */
async function readExecution(context: NodeContext) {
  const { asked: request, block, first } = context
  const call = simulateCall(request, block, { tag: null, calls: [printTransaction(request)] })
  const [result] = parseAnswer(readSimulatedBlocks, call, first.run)
  if (result === undefined) throw new UnsteadySimulationError('the node ran nothing')
  const trace = parseIfAnswered(readCallTrace, first.trace)
  if (trace !== null && (trace.error === null) !== (result.status === 1n)) {
    throw new UnsteadySimulationError('its trace ends otherwise than the simulation')
  }
  const diff = trace === null ? await readDiff(context) : null
  const isBlind = trace === null && diff === null
  const touched = isBlind ? await readTouched(context) : []
  const execution = nodeExecutionOf(result, { trace, diff, touched })
  return { result, execution, needsDiff: trace === null, needsAccessList: isBlind }
}

/** The vault, and the Manager that named it where the target does not. */
async function readVault(
  context: NodeContext,
  { trace, logs }: Execution,
): Promise<{ readonly vault: Address | null; readonly manager: Address | null }> {
  const { asked: request, block, pinned, guess, first } = context
  const vault = vaultIn(ethCallResultIn(first.vault))
  if (vault !== null || request.vault !== undefined || trace !== null)
    return { vault, manager: null }
  // Without traces, a Manager that is called by a multisig shows by its log.
  const log = logs.find(({ topics }) => topics[0] === managerTopics.BoringVaultManaged)
  if (log === undefined) return { vault: null, manager: null }
  const manager = log.address
  const [answer] =
    guess.manager === manager && first.manager !== undefined
      ? [first.manager]
      : await pinned(block, (tag) => [vaultCall(manager, tag)])
  return { vault: vaultIn(ethCallResultIn(answer)), manager }
}

async function readDiff({
  asked: request,
  block,
  pinned,
  first,
}: NodeContext): Promise<StateDiff | null> {
  const call = (tag: unknown) => traceCall(request, block, { tag, options: diffOptions })
  const [answer] =
    first.diff === undefined ? await pinned(block, (tag) => [call(tag)]) : [first.diff]
  return parseIfAnswered(readStateDiff, answer)
}

/** Without traces, an access list still tells whom the transaction touches. */
async function readTouched(context: NodeContext): Promise<readonly Address[]> {
  const { asked: request, block, pinned, first } = context
  const [answer] =
    first.accessList === undefined
      ? await pinned(block, (tag) => [accessListCall(request, tag)])
      : [first.accessList]
  return parseIfAnswered(readAccessList, answer)?.accessList.map(({ address }) => address) ?? []
}

/** Reads around the transaction: as guessed where the guess holds all of it, else with one more question. */
async function readSteadyAround(
  { asked: request, block, pinned, guess, first }: NodeContext,
  list: readonly StateRead[],
  result: SimulatedCall,
): Promise<Pick<StateAround, 'before' | 'after'>> {
  if (list.length === 0) return { before: [], after: [] }
  const guessed = guessedAround(list, guess.readings, first.around)
  if (guessed !== null && isSameRun(result, guessed.again)) return guessed
  const call = (tag: unknown) => aroundCall(request, block, { tag, list })
  const [answer] = await pinned(block, (tag) => [call(tag)])
  const around = stateAroundIn(list, parseAnswer(readSimulatedBlocks, call(null), answer))
  if (around === null) {
    throw new UnsteadySimulationError('the node ran fewer calls than it was asked for')
  }
  if (!isSameRun(result, around.again)) {
    throw new UnsteadySimulationError('its outcome depends on calls before it')
  }
  return around
}

/** Parses an answer if there is one: traces are asked for, not relied on. */
function parseIfAnswered<Value>(
  read: SchemaReader<Value>,
  answer: RpcAnswer | undefined,
): Value | null {
  if (answer === undefined || !answer.ok) return null
  const parsed = read(answer.value)
  return parsed.ok ? parsed.value : null
}

function ethCallResultIn(answer: RpcAnswer | undefined): EthCallResult | undefined {
  if (answer === undefined || !answer.ok) return undefined
  const bytes = readBytes(answer.value)
  return bytes.ok ? { ok: true, data: bytes.value } : undefined
}

/** The same transaction on the same block did different things. */
export class UnsteadySimulationError extends BaseError {
  override readonly code = 'unsteady_simulation'
  override readonly kind = 'conflict'

  constructor(why: string) {
    super({
      message: `The transaction did not do the same thing twice on the same block: ${why}. Do not sign it on the strength of a simulation.`,
      facts: { why },
    })
  }
}
