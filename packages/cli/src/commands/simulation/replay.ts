import { type Address, type Hex, parseHexOf, printHex } from '@vaultwright/base'
import { openChain, openEdrEngine, RecordingMissError } from '@vaultwright/chain'
import type { ProvenFinality } from '@vaultwright/finality'
import {
  type EngineName,
  isWitnessText,
  type JudgedReplay,
  judgeReplay,
  openReplay,
  runSimulation,
  type SimulationResult,
} from '@vaultwright/operations'
import type { SimulationRequest } from '@vaultwright/outcome'
import { parseWitness } from '@vaultwright/proof'
import { chainOf } from '@vaultwright/registry'
import { UsageError } from '../../command/usage.ts'
import { readInput, textOf } from '../../input/input.ts'
import { type FinalityOptions, isFinalityGiven } from '../../input/node-option.ts'
import type { Context } from '../../terminal/context.ts'
import { differenceOf, parseRun } from './request.ts'

/** The terms of a replay, to be compared with the recorded ones. */
type GivenReplay = Partial<Pick<SimulationRequest, 'from' | 'to' | 'data' | 'value'>> & {
  readonly engine: EngineName | 'edr' | undefined
  readonly blockHash: string | undefined
  /** True if a witness is run at other times, too. */
  readonly isTimed: boolean
  /** A term that a witness cannot prove, or chooses: only a person's statement of it counts. */
  readonly chainId: number | undefined
  readonly atUnix: bigint | undefined
  readonly gas: bigint | undefined
  readonly vault: Address | undefined
}

/** The proof that the block of a witness is final; null where its hash was given. */
type WithFinality = { readonly final?: ProvenFinality | null }

/** The result of a replay: of a recording there are no terms. */
export type ReplayedRun =
  | (JudgedReplay & WithFinality)
  | ({
      readonly kind: 'result'
      readonly result: SimulationResult
      readonly times: null
      readonly terms: null
    } & WithFinality)

/** Reads the hash of a witness's block, or follows the finality file that proves it; a file proves the chain, too. */
export async function blockOfReplay(
  options: FinalityOptions & { readonly 'block-hash': string | undefined },
  chainId: number | undefined,
  context: Context,
): Promise<Pick<GivenReplay, 'blockHash' | 'chainId'> & { readonly final: ProvenFinality | null }> {
  const { 'block-hash': blockHash } = options
  if (!isFinalityGiven(options)) return { blockHash, chainId, final: null }
  if (blockHash !== undefined) {
    const message = 'The finality file proves the hash of the block. Leave --block-hash out.'
    throw new UsageError(message, { option: 'block-hash' })
  }
  const { readFinality } = await import('../../input/finality.ts')
  const final = (await readFinality(options, context))!
  if (chainId !== undefined && chainId !== final.chainId) {
    const message = `The finality file is of chain ${final.chainId}. Leave --chain out.`
    throw new UsageError(message, { option: 'chain' })
  }
  return { blockHash: final.block.hash, chainId: final.chainId, final }
}

/** Runs a recorded simulation again, without any node. */
export async function replaySimulation(
  path: string,
  given: GivenReplay,
  context: Context,
): Promise<ReplayedRun> {
  const text = textOf(await readInput(path, context), path)
  if (isWitnessText(text)) return replayProof(text, given)
  if (given.blockHash !== undefined) {
    throw new UsageError('A recording needs no block hash. Leave --block-hash or --finality out.')
  }
  if (given.isTimed) {
    throw new UsageError('A recording has one time. Leave --times out, or replay a witness.')
  }
  const ofWitness = { chain: given.chainId, time: given.atUnix, gas: given.gas, vault: given.vault }
  for (const [name, value] of Object.entries(ofWitness)) {
    if (value !== undefined) {
      throw new UsageError(`A recording has its own ${name}. Leave --${name} out, or --replay.`)
    }
  }
  const { rpc, chainId, pool, fact } = await openReplay(text)
  const run = parseRun(await fact('run'))
  const difference =
    given.engine !== undefined && given.engine !== run.engine
      ? 'engine'
      : differenceOf(given, run.request)
  if (difference !== null) {
    throw new UsageError(
      `The recording has another ${difference}. Leave --${difference} out, or record this transaction.`,
      { option: difference },
    )
  }
  const isForkIndependent = await fact('isForkIndependent').catch(olderIsShared)
  const chain = await openChain(rpc, { id: chainId })
  const ports = { chain, pool, isForkIndependent: isForkIndependent === true }
  return { kind: 'result', result: await runSimulation(ports, run), times: null, terms: null }
}

/** Runs the simulation of a witness again, from the block's hash that the caller knows. */
async function replayProof(text: string, given: GivenReplay): Promise<ReplayedRun> {
  const witness = parseWitness(text)
  const { engine, blockHash } = given
  if (blockHash === undefined) {
    throw new UsageError(
      `A witness proves its result from the hash of its block. Give --block-hash, from a source that you trust, or --finality; the witness names ${witness.blockHash}, which is not one.`,
      { option: 'block-hash' },
    )
  }
  if (engine !== undefined && engine !== 'proven' && engine !== 'edr') {
    throw new UsageError(
      'A witness is replayed by the engine proven, with EDR beside it on --engine edr. Leave --engine out.',
      { option: 'engine' },
    )
  }
  const { chainId } = given
  if (chainId === undefined) {
    const named = chainOf(witness.chainId)?.name ?? 'an unknown chain'
    throw new UsageError(
      `A block hash does not prove its chain. Give --chain; the witness names ${named} (${witness.chainId}), which is only its word.`,
      { option: 'chain' },
    )
  }
  const hash: Hex = printHex(parseHexOf(blockHash, 32))
  const { from, to, data, value, atUnix, gas, vault, isTimed } = given
  const stated = { chainId, from, to, data, value, atUnix, gas, vault }
  const second = engine === 'edr' ? openEdrEngine() : null
  return judgeReplay(witness, hash, { stated, isTimed, second })
}

/** Recordings made before forks could have a node of their own do not say: there was one node. */
function olderIsShared(error: unknown): boolean {
  if (!(error instanceof RecordingMissError)) throw error
  return false
}
