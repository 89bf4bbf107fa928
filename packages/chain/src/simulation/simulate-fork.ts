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
import { readCallTrace } from '../trace/call-trace.ts'
import { readTraceLogs } from '../trace/trace-log.ts'
import { readForkAround } from './fork-around.ts'
import {
  type ForkExpectation,
  mineTransaction,
  readMinedRun,
  type SentTransaction,
  sendTransaction,
} from './fork-run.ts'
import { readGasPrice } from './gas-price.ts'
import { guessOf, questionOf, rememberGuess, type SimulationGuess } from './simulation-guess.ts'
import { blockOf } from './simulation-plan.ts'

type ForkRun = {
  readonly one: SimulationAnalysis
  readonly before: readonly EthCallResult[]
  readonly after: readonly EthCallResult[]
  readonly needsDiff: boolean
}

/**
 * Simulates a transaction by mining it on a fork of the chain, and undoing it.
 *
 * It takes three round trips: the transaction is sent while a trace says what it will touch, it is mined, and
 * what it did is read. Where the trace was wrong, what is missing is read in one more.
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
  const asked = withChecksums(request)
  const block = await blockOf(chain, asked)
  const guess = guessOf(chain, asked, 'fork')
  const [gasPrice, { seen, engineVersion }] = await Promise.all([
    readGasPrice(chain.rpc, block),
    pool.run({ chainId: chain.id, block }, async (fork) => ({
      seen: await runOn(fork, asked, guess),
      engineVersion: fork.version,
    })),
  ])
  const { one, before, after, needsDiff } = seen
  const followUp = { needsDiff, needsAccessList: false, manager: null }
  rememberGuess(chain, 'fork', { analysis: one, followUp })
  return finishAnalysis(one, { engine: 'fork', engineVersion, block, gasPrice, before, after })
}

async function runOn(
  fork: Fork,
  asked: SimulationRequest,
  guess: SimulationGuess,
): Promise<ForkRun> {
  const sent = await sendTransaction(fork, asked)
  const { hash, named } = sent
  // What a replaced storage becomes is in the state's difference, and balances are read with it.
  const isReplaced = Object.values(asked.overrides ?? {}).some(({ state }) => state !== undefined)
  const expected = isReplaced
    ? { list: [], needsDiff: true }
    : (expectationIn(asked, sent) ?? expectationOf(guess))
  const { list, needsDiff } = expected
  const around = await mineTransaction(fork, asked, { list })
  const ran = await readMinedRun(fork, asked, { hash, around, needsDiff })
  const diff = isReplaced ? await ran.diff() : null
  const one = startAnalysis(asked, named, { ...ran.execution, diff })
  const { readings } = one
  const { before, after } = isSameList(readings, list)
    ? ran.around()
    : await readForkAround(fork, asked, { list: readings, diff })
  if (!isUnchanged(one, before, after)) return { one, before, after, needsDiff: isReplaced }
  return { one: withStateDiff(one, await ran.diff()), before, after, needsDiff: true }
}

/** Where the fork is not asked what the transaction touches, it is what the last one of its target read. */
function expectationOf({ readings, lastCount, needsDiff }: SimulationGuess): ForkExpectation {
  return { list: readings.slice(0, lastCount), needsDiff }
}

/** What a trace of the transaction from before it is mined says that will be read; null without one. */
function expectationIn(
  asked: SimulationRequest,
  { traced, named }: { readonly named: Address | null } & Pick<SentTransaction, 'traced'>,
): ForkExpectation | null {
  if (traced?.ok !== true) return null
  const trace = readCallTrace(traced.value)
  const logs = readTraceLogs(traced.value)
  if (!trace.ok || !logs.ok) return null
  const isSuccess = trace.value.error === null
  const one = startAnalysis(asked, named, {
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
  const isIdle = one.transfers.length === 0 && one.marks.length === 0
  return { list: one.readings, needsDiff: isSuccess && (isIdle || one.readings.length === 0) }
}

function isSameList(one: readonly StateRead[], other: readonly StateRead[]): boolean {
  return (
    one.length === other.length &&
    one.every((reading, index) => questionOf(reading) === questionOf(other[index]!))
  )
}
