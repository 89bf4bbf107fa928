import { parseHexOf, printHex } from '@vaultwright/base'
import {
  AnvilMissingError,
  forkEndpointsOf,
  isSharedEndpoint,
  openChain,
  openForkPool,
  openRecorder,
  type Recorder,
  RecordingMissError,
} from '@vaultwright/chain'
import {
  type EngineName,
  isWitnessText,
  openReplay,
  provenIn,
  recordedPool,
  recordFacts,
  replayedResult,
  runSimulation,
  type SimulationResult,
  type SimulationRun,
} from '@vaultwright/operations'
import type { SimulationRequest } from '@vaultwright/outcome'
import { parseWitness, printWitness } from '@vaultwright/proof'
import { ForkEngineMissingError } from '../../command/failure.ts'
import { untilInterrupted } from '../../command/service.ts'
import { UsageError } from '../../command/usage.ts'
import { readInput, textOf } from '../../input/input.ts'
import { openNode } from '../../input/node.ts'
import type { NodeOptions } from '../../input/node-option.ts'
import type { Context } from '../../terminal/context.ts'
import { writeFileWhole } from '../../terminal/output-file.ts'
import type { Progress } from '../../terminal/progress.ts'
import { differenceOf, parseRun, printRun } from './request.ts'

export type SimulateContext = {
  readonly context: Context
  readonly progress: Progress
  /** Where everything that the nodes answer is written. */
  readonly record: string | undefined
  /** Where what proves the result is written. */
  readonly witness: string | undefined
}

export type SimulateNodeOptions = NodeOptions & { readonly 'fork-rpc-url'?: readonly string[] }

/** The id of a chain on one's own machine, whose clock is its own. */
const localChainId = 31337

/** Runs a simulation on a node, on forks of it, or on both. */
export async function simulateOnNode(
  run: SimulationRun,
  options: SimulateNodeOptions,
  { context, progress, record, witness }: SimulateContext,
): Promise<SimulationResult> {
  progress.step('asking the node for its chain')
  const node = await untilInterrupted(context.signal, openNode(options, context))
  const forkUrls = forkUrlsOf(options, node.chainId, context)
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
    const work = runSimulation(ports, { ...run, request })
    const result = await untilInterrupted(context.signal, work)
    if (record !== undefined) await writeRecording(record, recorder, context)
    if (witness !== undefined) await writeWitness(witness, result, context)
    return result
  } catch (error) {
    throw error instanceof AnvilMissingError ? new ForkEngineMissingError(run.engine, error) : error
  } finally {
    progress.end()
    await pool.close()
    await node.rpc.close()
  }
}

/** What a replay is asked for, to be compared with what was recorded. */
export type GivenReplay = Partial<Pick<SimulationRequest, 'from' | 'to' | 'data' | 'value'>> & {
  readonly engine: EngineName | undefined
  readonly blockHash: string | undefined
}

/** Runs a recorded simulation again, without any node. */
export async function replaySimulation(
  path: string,
  given: GivenReplay,
  context: Context,
): Promise<SimulationResult> {
  const text = textOf(await readInput(path, context), path)
  if (isWitnessText(text)) return replayProof(text, given)
  if (given.blockHash !== undefined) {
    throw new UsageError('A recording needs no block hash. Leave --block-hash out.')
  }
  const { rpc, chainId, pool, fact } = await openReplay(text)
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
  return runSimulation({ chain, pool, isForkIndependent: isForkIndependent === true }, run)
}

/** Runs the simulation of a witness again, from the block's hash that the caller knows. */
async function replayProof(text: string, given: GivenReplay): Promise<SimulationResult> {
  const witness = parseWitness(text)
  const { engine, blockHash } = given
  if (blockHash === undefined) {
    throw new UsageError(
      `A witness proves its result from the hash of its block. Give --block-hash, from a source that you trust; the witness names ${witness.blockHash}, which is not one.`,
      { option: 'block-hash' },
    )
  }
  const hash = parseHexOf(blockHash, 32)
  const recorded = { ...witness.request, vault: witness.request.vault ?? null }
  const other =
    engine !== undefined && engine !== 'proven' ? 'engine' : differenceOf(given, recorded)
  if (other !== null) {
    throw new UsageError(
      `The witness has another ${other}. Leave --${other} out, or make a witness of this transaction.`,
      { option: other },
    )
  }
  return replayedResult(witness, printHex(hash))
}

async function writeWitness(path: string, { answer }: SimulationResult, { signal }: Context) {
  const proven = provenIn(answer)
  if (proven !== null) await writeFileWhole(path, [printWitness(proven.witness)], signal)
}

/** Recordings made before forks could have a node of their own do not say: there was one node. */
function olderIsShared(error: unknown): boolean {
  if (!(error instanceof RecordingMissError)) throw error
  return false
}

function forkUrlsOf(
  { 'fork-rpc-url': given = [] }: SimulateNodeOptions,
  chainId: number,
  { config }: Context,
): readonly string[] {
  const urls = given.flatMap((text) => text.split(',')).map((url) => url.trim())
  const named = urls.filter((url) => url !== '')
  return named.length > 0 ? named : forkEndpointsOf(chainId, config.rpcUrls)
}

async function writeRecording(path: string, recorder: Recorder, { signal }: Context) {
  await writeFileWhole(path, [recorder.print()], signal)
}
