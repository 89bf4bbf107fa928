import type { Address } from '@vaultwright/base'
import {
  type EthCallResult,
  finishAnalysis,
  isUnchanged,
  type Simulation,
  type SimulationAnalysis,
  type SimulationRequest,
  type StateRead,
  startAnalysis,
  withChecksums,
  withStateDiff,
} from '@vaultwright/outcome'
import type { Fork, ForkPool } from '../fork/fork-pool.ts'
import type { Chain } from '../port/chain.ts'
import type { RpcAnswer } from '../rpc/rpc.ts'
import { readCallTrace } from '../trace/call-trace.ts'
import { readTraceLogs } from '../trace/trace-log.ts'
import {
  earlierCallOf,
  forkReadsIn,
  guessedReadsIn,
  keepReads,
  laterCallOf,
} from './fork-around.ts'
import {
  type ForkExpectation,
  mineTransaction,
  readMinedRun,
  type SentTransaction,
  sendTransaction,
} from './fork-run.ts'
import { readGasPrice } from './gas-price.ts'
import {
  guessOf,
  noGuess,
  questionOf,
  rememberGuess,
  type SimulationGuess,
} from './simulation-guess.ts'
import { blockOf } from './simulation-plan.ts'

const noExpectation: ForkExpectation = { list: [], needsDiff: false }

type ForkRun = {
  readonly one: SimulationAnalysis
  readonly before: readonly EthCallResult[]
  readonly after: readonly EthCallResult[]
}

/**
 * Simulates a transaction by mining it on a fork of the chain, and undoing it.
 *
 * It takes three round trips: the transaction is sent while a trace says what it will touch, what was not
 * guessed is read and it is mined, and what it did is read. Where it was mined before that was read, it is
 * read in one more.
 *
 * @throws {ForkDiedError} when the fork dies meanwhile; ask again.
 * @throws {UnmeasuredError} when balances cannot be read.
 * @throws {RpcRefusedError} when the fork does not take the transaction.
 */
export async function simulateOnFork(
  chain: Chain,
  pool: ForkPool,
  request: SimulationRequest,
): Promise<Simulation> {
  const checksummed = withChecksums(request)
  const block = await blockOf(chain, checksummed)
  const guess = guessOf(chain, checksummed, 'fork')
  const [gasPrice, { seen: execution, engineVersion }] = await Promise.all([
    readGasPrice(chain.rpc, block),
    pool.run({ chainId: chain.id, block }, async (fork) => ({
      seen: await runOn(fork, checksummed, guess),
      engineVersion: fork.version,
    })),
  ])
  const { one: run, before, after } = execution
  rememberGuess(chain, 'fork', { analysis: run, followUp: noGuess })
  return finishAnalysis(run, { engine: 'fork', engineVersion, block, gasPrice, before, after })
}

async function runOn(
  fork: Fork,
  asked: SimulationRequest,
  guess: SimulationGuess,
): Promise<ForkRun> {
  // What a replaced storage becomes is in the state's difference, and balances are read with it.
  const isReplaced = Object.values(asked.overrides ?? {}).some(({ state }) => state !== undefined)
  const guessed = isReplaced ? [] : guess.readings
  const sent = await sendTransaction(fork, asked, guessed)
  const expected = isReplaced ? { list: [], needsDiff: true } : expectationIn(asked, sent)
  const isGuessed = guessedReadsIn(expected.list, guessed, sent.earlier) !== null
  const list = isGuessed ? [] : expected.list
  const unmined = await mineTransaction(fork, asked, { list, created: sent.created })
  const ran = await readMinedRun(fork, asked, { hash: sent.hash, expected })
  const diff = isReplaced ? await ran.diff() : null
  const analysis = startAnalysis(asked, sent.named, { ...ran.execution, diff })
  const isExpected = isSameList(analysis.readings, expected.list)
  const { before, after } = await readAround(fork, analysis, {
    before:
      isExpected && unmined !== null
        ? unmined
        : guessedReadsIn(analysis.readings, guessed, sent.earlier),
    later: isExpected ? ran.later : undefined,
  })
  if (!isUnchanged(analysis, before, after)) return { one: analysis, before, after }
  return { one: withStateDiff(analysis, await ran.diff()), before, after }
}

/** Reads around the transaction, and the missing rest in one more round trip. */
async function readAround(
  fork: Fork,
  { request, readings, execution }: SimulationAnalysis,
  known: {
    readonly before: readonly EthCallResult[] | null
    readonly later: RpcAnswer | undefined
  },
): Promise<Pick<ForkRun, 'before' | 'after'>> {
  if (readings.length === 0) return { before: [], after: [] }
  const earlierCall = earlierCallOf(fork, request, readings)
  const laterCall = laterCallOf(request, readings, execution.diff)
  if (known.later === undefined) keepReads(fork, readings)
  const [before, [later]] = await Promise.all([
    known.before ??
      fork.recall(earlierCall).then((answer) => forkReadsIn(readings, earlierCall, answer)),
    known.later === undefined ? fork.rpc.ask([laterCall]) : [known.later],
  ])
  return { before, after: forkReadsIn(readings, laterCall, later) }
}

/** The reads that a trace of the transaction from before it is mined predicts; none without one. */
function expectationIn(
  asked: SimulationRequest,
  { traced, named }: { readonly named: Address | null } & Pick<SentTransaction, 'traced'>,
): ForkExpectation {
  if (traced?.ok !== true) return noExpectation
  const trace = readCallTrace(traced.value)
  const logs = readTraceLogs(traced.value)
  if (!trace.ok || !logs.ok) return noExpectation
  const isSuccess = trace.value.error === null
  const analysis = startAnalysis(asked, named, {
    isSuccess,
    returnData: trace.value.output,
    halt: null,
    gasUsed: 0n,
    logs: logs.value,
    trace: trace.value,
    diff: null,
    nativeMoves: [],
    touched: [],
  })
  // Where nothing that is read changes, the state's difference is asked for.
  const isIdle = analysis.transfers.length === 0 && analysis.marks.length === 0
  return {
    list: analysis.readings,
    needsDiff: isSuccess && (isIdle || analysis.readings.length === 0),
  }
}

function isSameList(one: readonly StateRead[], other: readonly StateRead[]): boolean {
  return (
    one.length === other.length &&
    one.every((reading, index) => questionOf(reading) === questionOf(other[index]!))
  )
}
