import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import { type Chain, openBeaconNode } from '@vaultwright/chain'
import {
  type BeaconNetwork,
  type FinalityFile,
  type FinalityTerms,
  openFinality as followFile,
  mainnetBeacon,
  NotYetFinalError,
  type PinnedCheckpoint,
  type ProvenFinality,
  parseBeaconNetwork,
  parseFinalityFile,
  pinnedCheckpoint,
} from '@vaultwright/finality'
import { makeFinalityFile, tieRollup } from '@vaultwright/operations'
import type { BlockTag } from '@vaultwright/outcome'
import { UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'
import { writeWarning } from '../terminal/warning.ts'
import { readInput, textOf } from './input.ts'
import { type CheckpointOptions, checkpointAge, type FinalityOptions } from './node-option.ts'

/** Reads what a person trusts: a checkpoint, and the chain that it is of. */
export async function finalityTermsOf(
  options: CheckpointOptions,
  context: Context,
  pinned: PinnedCheckpoint | null = pinnedCheckpoint,
): Promise<FinalityTerms> {
  const { 'beacon-network': path } = options
  // A release pins a block of mainnet: on another beacon chain it means nothing.
  const checkpoint = options.checkpoint ?? (path === undefined ? pinned?.root : undefined)
  if (checkpoint === undefined) {
    throw new UsageError(
      'Finality follows from a beacon block that you trust, and this release pins none. Give its root with --checkpoint, from two sources that do not know each other.',
      { option: 'checkpoint' },
    )
  }
  const network = path === undefined ? mainnetBeacon : await readNetwork(path, context)
  const now = BigInt(Math.floor(context.now() / 1000))
  return { network, checkpoint: printHex(parseHexOf(checkpoint as Hex, 32)), now }
}

/** Follows the finality file of a command; null without one. */
export async function readFinality(
  options: FinalityOptions,
  context: Context,
): Promise<ProvenFinality | null> {
  if (options.finality === undefined) {
    if (options.checkpoint === undefined) return null
    throw new UsageError('A checkpoint is the start of a finality file. Give it with --finality.', {
      option: 'finality',
    })
  }
  const terms = await finalityTermsOf(options, context)
  const file = parseFinalityFile(
    textOf(await readInput(options.finality, context), options.finality),
  )
  return withAge(followFile(file, terms), options)
}

/** The servers that a person lets follow the committees, and the checkpoint to begin at. */
type FollowOptions = CheckpointOptions & {
  readonly beacon: readonly string[]
  readonly quiet: boolean
}

/**
 * Opens the beacon servers of a command.
 *
 * @param write - takes the finality file, of a block that is final, or of a newer one that members are proven to have
 * signed.
 * @returns a function that proves a block of a chain final, or a block of a rollup whose contracts on that chain
 * confirmed it, as far as these servers know; servers whose answers
 * were not used are named as warnings.
 */
export async function openFinality(
  options: FollowOptions,
  context: Context,
  write: (file: FinalityFile) => Promise<void> = async () => undefined,
): Promise<(chain: Chain, target: BlockTag, rollup?: Chain) => Promise<ProvenFinality>> {
  const urls = options.beacon.flatMap((word) => word.split(',')).filter((url) => url !== '')
  if (urls.length === 0) {
    throw new UsageError('No beacon server is given. Give --beacon.', { option: 'beacon' })
  }
  const terms = await finalityTermsOf(options, context)
  const server = { fetch: globalThis.fetch, deadline: (ms: number) => AbortSignal.timeout(ms) }
  const beacons = urls.map((url) => openBeaconNode(url, server))
  return async (chain, target, rollup) => {
    const onChain = rollup === undefined ? target : 'finalized'
    const { file: finalFile, refused } = await makeFinalityFile({ beacons, chain }, terms, onChain)
    for (const { error } of refused)
      writeWarning(error.shortMessage, { context, quiet: options.quiet })
    const file = rollup === undefined ? finalFile : await tieOn(rollup, finalFile)
    try {
      const proven = withAge(followFile(file, terms), options)
      await write(file)
      return proven
    } catch (error) {
      if (error instanceof NotYetFinalError) await write(file)
      throw error
    }
    async function tieOn(node: Chain, file: FinalityFile): Promise<FinalityFile> {
      const { final } = followFile(file, terms)
      return tieRollup({ file, final }, { below: chain, rollup: node }, target)
    }
  }
}

/** Refuses a checkpoint that is too old, unless a person takes it. */
export function withAge(
  proven: ProvenFinality,
  { 'allow-old-checkpoint': isAllowed }: CheckpointOptions,
): ProvenFinality {
  if (!proven.checkpoint.isOld || isAllowed) return proven
  throw new UsageError(
    `The checkpoint is ${checkpointAge(proven)} old: validators that left since could sign another history. Give a newer one, or --allow-old-checkpoint.`,
    { option: 'checkpoint' },
  )
}

async function readNetwork(path: string, context: Context): Promise<BeaconNetwork> {
  return parseBeaconNetwork(textOf(await readInput(path, context), path))
}
