import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import { openChain, RecordingMissError } from '@vaultwright/chain'
import {
  type EngineName,
  isWitnessText,
  openReplay,
  replayedResult,
  replayLimit,
  runSimulation,
  type SimulationResult,
} from '@vaultwright/operations'
import { replayTimes, type SimulationRequest, type TriedTime } from '@vaultwright/outcome'
import { parseWitness, type Witness } from '@vaultwright/proof'
import { UsageError } from '../../command/usage.ts'
import { readInput, textOf } from '../../input/input.ts'
import type { Context } from '../../terminal/context.ts'
import { differenceOf, parseRun } from './request.ts'

/** What a replay is asked for, to be compared with what was recorded. */
export type GivenReplay = Partial<Pick<SimulationRequest, 'from' | 'to' | 'data' | 'value'>> & {
  readonly engine: EngineName | undefined
  readonly blockHash: string | undefined
  /** Whether a witness is run at other times, too. */
  readonly isTimed: boolean
}

/** What came of a replay: a result, or a witness that is of another transaction than the given one. */
export type ReplayedRun =
  | { readonly kind: 'result'; readonly result: SimulationResult; readonly times: Times }
  | {
      readonly kind: 'other_transaction'
      readonly field: 'from' | 'to' | 'data' | 'value'
      readonly witness: Witness
    }

/** The times tried; null when none were asked for. */
export type Times = readonly TriedTime[] | null

/** Runs a recorded simulation again, without any node. */
export async function replaySimulation(
  path: string,
  given: GivenReplay,
  context: Context,
): Promise<ReplayedRun> {
  const text = textOf(await readInput(path, context), path)
  if (isWitnessText(text)) return replayProof(text, given)
  if (given.blockHash !== undefined) {
    throw new UsageError('A recording needs no block hash. Leave --block-hash out.')
  }
  if (given.isTimed) {
    throw new UsageError('A recording has one time. Leave --times out, or replay a witness.')
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
  const ports = { chain, pool, isForkIndependent: isForkIndependent === true }
  return { kind: 'result', result: await runSimulation(ports, run), times: null }
}

/** Runs the simulation of a witness again, from the block's hash that the caller knows. */
async function replayProof(text: string, given: GivenReplay): Promise<ReplayedRun> {
  const witness = parseWitness(text)
  const { engine, blockHash } = given
  if (blockHash === undefined) {
    throw new UsageError(
      `A witness proves its result from the hash of its block. Give --block-hash, from a source that you trust; the witness names ${witness.blockHash}, which is not one.`,
      { option: 'block-hash' },
    )
  }
  if (engine !== undefined && engine !== 'proven') {
    throw new UsageError('A witness is replayed by the engine proven. Leave --engine out.', {
      option: 'engine',
    })
  }
  const hash: Hex = printHex(parseHexOf(blockHash, 32))
  const field = differenceOf(given, witness.request)
  // Whoever signs other calldata than what was proven asks a question, and this is its answer.
  if (field !== null) return { kind: 'other_transaction', field, witness }
  const result = await replayedResult(witness, hash)
  return {
    kind: 'result',
    result,
    times: given.isTimed ? await replayTimes(witness, hash, { limit: replayLimit }) : null,
  }
}

/** Recordings made before forks could have a node of their own do not say: there was one node. */
function olderIsShared(error: unknown): boolean {
  if (!(error instanceof RecordingMissError)) throw error
  return false
}
