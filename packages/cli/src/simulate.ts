import { type Address, BaseError } from '@vaultwright/base'
import {
  AnvilMissingError,
  type BlockRef,
  type Chain,
  type ForkPool,
  forkEndpointsOf,
  isSharedEndpoint,
  openChain,
  openForkPool,
  openRecorder,
  type Recorder,
  RecordingMissError,
  type Simulation,
  type SimulationRequest,
  simulate,
} from '@vaultwright/chain'
import type { Context } from './context.ts'
import { writeFileWhole } from './file.ts'
import { untilInterrupted } from './interrupt.ts'
import { openNode } from './node-input.ts'
import type { NodeWords } from './node-option.ts'
import type { Progress } from './progress.ts'
import { openReplay, recordedPool, recordFacts } from './recording.ts'
import {
  differenceOf,
  type EngineName,
  parseRun,
  printRun,
  type RecordedRun,
} from './request-record.ts'
import { type Simulated, simulationsIn } from './simulated.ts'
import { readUnits } from './token-list.ts'
import { UsageError } from './usage.ts'

/** How a simulation is run. */
export type SimulateManner = {
  readonly context: Context
  readonly progress: Progress
  /** Where everything that the nodes answer is written. */
  readonly record: string | undefined
}

/** Which node a person means, and which one for the fork. */
export type SimulateNodeWords = NodeWords & { readonly 'fork-rpc-url'?: readonly string[] }

type Ports = Pick<Simulated, 'isForkIndependent'> & {
  readonly chain: Chain
  readonly pool: ForkPool
}

/** The id of a chain on one's own machine, whose clock is its own. */
const localChainId = 31337

/**
 * Runs a simulation on a node, on forks of it, or on both.
 *
 * @throws {ForkEngineMissingError} when forks are wanted and there is no Anvil.
 * @throws {TargetWithoutCodeError} when calldata is sent where there is no contract.
 * @throws what the engines and the node throw; an interrupt ends the forks first.
 */
export async function runSimulation(
  run: RecordedRun,
  words: SimulateNodeWords,
  { context, progress, record }: SimulateManner,
): Promise<Simulated> {
  progress.step('asking the node for its chain')
  const node = await untilInterrupted(context.signal, openNode(words, context))
  const forkUrls = forkUrlsOf(words, node.chainId, context)
  const upstream = forkUrls.length === 0 ? node.urls : forkUrls
  const pool = openForkPool({ upstreams: { [node.chainId]: upstream }, size: 1 })
  const isForkIndependent = !isSharedEndpoint(node.urls, forkUrls)
  try {
    const recorder = openRecorder(node.rpc)
    const chain = await openChain(recorder.rpc, { id: node.chainId })
    // A clock of the chain's own says nothing about the age of its blocks.
    const isTimed = node.chainId !== localChainId
    const nowUnix = BigInt(Math.floor(context.now() / 1000))
    const request = isTimed ? { ...run.request, nowUnix } : run.request
    await recordFacts(recorder, { run: printRun({ ...run, request }), isForkIndependent })
    progress.step('simulating')
    const ports = { chain, pool: recordedPool(pool, recorder), isForkIndependent }
    const work = simulateOn(ports, { ...run, request })
    const found = await untilInterrupted(context.signal, work)
    if (record !== undefined) await writeRecording(record, recorder, context)
    return found
  } catch (error) {
    throw error instanceof AnvilMissingError ? new ForkEngineMissingError(run.engine, error) : error
  } finally {
    progress.end()
    await pool.close()
    await node.rpc.close()
  }
}

/**
 * Runs a recorded simulation again, without any node.
 *
 * @throws {UsageError} when the recording is of another transaction or engine.
 * @throws {CassetteDamagedError} {CassetteMissError} when the recording is not whole.
 */
export async function replaySimulation(
  path: string,
  given: Partial<SimulationRequest> & { readonly engine: EngineName | undefined },
  context: Context,
): Promise<Simulated> {
  const { rpc, chainId, pool, fact } = await openReplay(path, context)
  const run = parseRun(await fact('run'))
  const other =
    given.engine !== undefined && given.engine !== run.engine
      ? 'engine'
      : differenceOf(given, run.request)
  if (other !== null) {
    throw new UsageError(
      `The recording has another ${other}. Leave --${other} out, or record this transaction.`,
      { option: other },
    )
  }
  const isForkIndependent = await fact('isForkIndependent').catch(olderIsShared)
  const chain = await openChain(rpc, { id: chainId })
  return simulateOn({ chain, pool, isForkIndependent: isForkIndependent === true }, run)
}

async function simulateOn(ports: Ports, { engine, request }: RecordedRun): Promise<Simulated> {
  const { chain, pool, isForkIndependent } = ports
  const answer = await simulate({ engine, chain, pool }, request)
  await assertRuns(chain, request, simulationsIn(answer))
  const units = await readUnits(chain, simulationsIn(answer))
  return { chainId: chain.id, request, answer, units, isForkIndependent }
}

/** Recordings made before forks could have a node of their own do not say: there was one node. */
function olderIsShared(error: unknown): boolean {
  if (!(error instanceof RecordingMissError)) throw error
  return false
}

function forkUrlsOf(
  { 'fork-rpc-url': given = [] }: SimulateNodeWords,
  chainId: number,
  { config }: Context,
): readonly string[] {
  const urls = given.flatMap((text) => text.split(',')).map((url) => url.trim())
  const named = urls.filter((url) => url !== '')
  return named.length > 0 ? named : forkEndpointsOf(chainId, config.rpcUrls)
}

/** Where nobody lives every calldata succeeds: that is no yes. */
async function assertRuns(
  chain: Chain,
  { to, data, overrides }: SimulationRequest,
  simulations: readonly Simulation[],
): Promise<void> {
  const [first] = simulations
  const isIdle = first?.warnings.some(({ code }) => code === 'no_effect') ?? false
  if (first === undefined || !isIdle || data === '0x' || overrides !== undefined) return
  const { hash } = await chain.readCode(to, first.block)
  if (hash === null) throw new TargetWithoutCodeError(to, first.block)
}

async function writeRecording(path: string, recorder: Recorder, { signal }: Context) {
  await writeFileWhole(path, [recorder.print()], signal)
}

/** Forks are wanted, and there is no Anvil that could make them. */
export class ForkEngineMissingError extends BaseError {
  override readonly code = 'fork_engine_missing'

  constructor(engine: EngineName, cause: AnvilMissingError) {
    super({
      message: `The engine ${JSON.stringify(engine)} needs Anvil for its fork. ${cause.shortMessage} Or choose --engine node, which nothing then cross-checks.`,
      facts: { engine, ...cause.facts },
      cause,
    })
  }
}

/** Calldata goes where there is no contract, which every node calls a success. */
export class TargetWithoutCodeError extends BaseError {
  override readonly code = 'target_without_code'

  constructor(to: Address, { number }: BlockRef) {
    super({
      message: `${to} has no code at block ${number}: the calldata would do nothing, and no node calls that a failure. Check the address, the chain and the block.`,
      facts: { to, block: String(number) },
    })
  }
}
