import { BaseError, type Hex, parseHex } from '@vaultwright/base'
import { rollupAnchorOf } from '@vaultwright/registry'
import { FinalityError } from './error.ts'
import { evidenceOf, InvalidFinalityFileError, reader } from './file-reader.ts'
import {
  assertUnderFinal,
  type BlockEvidence,
  type BlockName,
  NotYetFinalError,
} from './final-block.ts'
import { type ConfirmedState, type LayerTwoFile, l2UnderL1 } from './layer-two.ts'
import { layerTwoOf, printedLayerTwo } from './layer-two-file.ts'
import {
  applyFinality,
  applyUpdate,
  type FinalHeader,
  type LightClient,
  readSignedHead,
  type Signers,
  startLightClient,
} from './light-client.ts'
import { type BeaconNetwork, isCheckpointOld, slotAt } from './network.ts'

/** All that ties a block's hash to a checkpoint. It travels beside a witness, and nothing in it is believed. */
export type FinalityFile = {
  readonly chainId: number
  /** A label only: the checkpoint that counts is the reader's. */
  readonly checkpoint: Hex
  /** SSZ. */
  readonly bootstrap: Hex
  /** SSZ, one a period from the checkpoint's on. */
  readonly updates: readonly Hex[]
  /** SSZ; null where the last update's final header is new enough. */
  readonly finality: Hex | null
  /** SSZ; it tells how many signed a block that is newer than the final one. Null where nothing tells it. */
  readonly optimistic: Hex | null
  readonly block: BlockName
  readonly evidence: BlockEvidence
  /** A block of a rollup whose contracts on this chain confirmed it; its proofs are of the final block. */
  readonly layerTwo?: LayerTwoFile
}

/** The trust of a reader: everything else follows from it. */
export type FinalityTerms = {
  readonly network: BeaconNetwork
  /** The root of a finalised beacon block that the reader trusts. */
  readonly checkpoint: Hex
  /** Unix seconds, from the reader's clock. */
  readonly now: bigint
}

/** A block that is final, as a committee under the checkpoint signed. */
export type ProvenFinality = {
  /** The chain of the block: a rollup's where the file goes on to one. */
  readonly chainId: number
  readonly block: BlockName
  /** The state that the rollup's contracts confirmed as of the final block, and its age; null on the chain itself. */
  readonly rollup: (ConfirmedState & { readonly ageSeconds: bigint; readonly under: number }) | null
  readonly final: FinalHeader
  readonly checkpoint: {
    readonly root: Hex
    readonly slot: bigint
    readonly ageSeconds: bigint
    /** True past the weak subjectivity period. */
    readonly isOld: boolean
  }
  /** Null where the block is under the checkpoint itself. */
  readonly signers: Signers | null
  /** The number of committees that follow one another from the checkpoint's on. */
  readonly periodCount: number
}

const format = 'vaultwright-finality'
const version = 1
/** Some 500 days of periods: a file for more starts at a newer checkpoint. */
const maxUpdates = 450

/**
 * Follows a file from the reader's checkpoint to its block.
 *
 * The result proves that more than two thirds of a committee, drawn from the validators under the checkpoint, signed
 * the block as final. It proves neither the checkpoint nor the honesty of the committee.
 *
 * @throws {FinalityError} with the step that does not follow.
 * @throws {NotYetFinalError} where the block is newer than the final one, and members are proven to have signed it.
 */
export function openFinality(
  file: FinalityFile,
  { network, checkpoint, now }: FinalityTerms,
): ProvenFinality {
  if (file.chainId !== network.chainId) {
    const reason = `the file is of chain ${file.chainId}, and the checkpoint of chain ${network.chainId}`
    throw new FinalityError('chain_differs', reason)
  }
  const time = { currentSlot: slotAt(network, now) }
  let client = startLightClient(network, checkpoint, parseHex(file.bootstrap))
  for (const update of file.updates) client = applyUpdate(client, parseHex(update), time)
  if (file.finality !== null) client = applyFinality(client, parseHex(file.finality), time)
  return proveBlock(client, file, now)
}

/**
 * Proves a block under the final one of a client that stands at the end of a file's updates already.
 *
 * @param now - unix seconds, from the reader's clock.
 * @throws {FinalityError} `block_not_final`, `block_differs` or `rollup_differs`.
 * @throws {NotYetFinalError} where the block is newer than the final one, and members are proven to have signed it.
 */
export function proveBlock(
  client: LightClient,
  file: Pick<FinalityFile, 'block' | 'evidence' | 'updates' | 'optimistic' | 'layerTwo'>,
  now: bigint,
): ProvenFinality {
  const { network, final, signers, checkpoint } = client
  const { block, evidence, updates, layerTwo } = file
  assertNotNewer(client, file, now)
  assertTied(final, { block, evidence })
  const confirmed = layerTwo === undefined ? null : confirmedIn(client, layerTwo)
  const ageSeconds = now - network.genesisTime - checkpoint.slot * network.secondsPerSlot
  return {
    chainId: confirmed?.chainId ?? network.chainId,
    block: confirmed?.block ?? { number: block.number, hash: block.hash.toLowerCase() as Hex },
    rollup:
      confirmed === null
        ? null
        : {
            ...confirmed,
            ageSeconds: now - confirmed.confirmed.timestamp,
            under: network.chainId,
          },
    final,
    checkpoint: { ...checkpoint, ageSeconds, isOld: isCheckpointOld(network, ageSeconds) },
    signers,
    periodCount: updates.length,
  }
}

/** Refuses a block that is newer than the final one with the count of those who signed it, where the file tells it. */
function assertNotNewer(
  client: LightClient,
  { block, evidence, optimistic }: Pick<FinalityFile, 'block' | 'evidence' | 'optimistic'>,
  now: bigint,
): void {
  const { final, network } = client
  if (optimistic === null || block.number <= final.block.number) return
  const time = { currentSlot: slotAt(network, now) }
  const { head, signers } = readSignedHead(client, parseHex(optimistic), time)
  if (block.number > head.block.number) {
    const reason = `block ${block.number} is newer than block ${final.block.number}, the last final one, and than block ${head.block.number}, the newest that members signed`
    throw new FinalityError('block_not_final', reason)
  }
  assertTied(head, { block, evidence })
  throw new NotYetFinalError(block, { final, head, signers })
}

/** Follows a file on to a rollup. */
function confirmedIn({ final, network }: LightClient, file: LayerTwoFile): ConfirmedState {
  const under = rollupAnchorOf(file.chainId)?.under
  if (under !== undefined && under !== network.chainId) {
    const reason = `the contracts of chain ${file.chainId} are on chain ${under}, and the checkpoint is of chain ${network.chainId}`
    throw new FinalityError('rollup_differs', reason)
  }
  try {
    return l2UnderL1(final, file)
  } catch (error) {
    if (error instanceof FinalityError || !(error instanceof BaseError)) throw error
    throw new FinalityError(
      'block_differs',
      'the proof of the block of the rollup does not hold',
      error,
    )
  }
}

/** Holds a block against a header above it. */
function assertTied(
  header: FinalHeader,
  { block, evidence }: Pick<FinalityFile, 'block' | 'evidence'>,
): void {
  try {
    assertUnderFinal(header, block, evidence)
  } catch (error) {
    if (error instanceof FinalityError || !(error instanceof BaseError)) throw error
    throw new FinalityError('block_differs', 'the proof of the block does not hold', error)
  }
}

/** Prints a file: the same pieces are the same bytes. */
export function printFinalityFile(file: FinalityFile): string {
  const { chainId, checkpoint, bootstrap, updates, finality, optimistic, block, evidence } = file
  const rollup = file.layerTwo === undefined ? {} : { layerTwo: printedLayerTwo(file.layerTwo) }
  const target = { number: String(block.number), hash: block.hash }
  const head = { format, version, chainId, checkpoint }
  const signed = { bootstrap, updates, finality, ...(optimistic === null ? {} : { optimistic }) }
  return `${JSON.stringify({ ...head, ...signed, block: target, evidence, ...rollup })}\n`
}

/** Parses a file. Its pieces are not believed yet. @throws {InvalidFinalityFileError} with the part that is wrong. */
export function parseFinalityFile(text: string): FinalityFile {
  const value = reader.parse(text)
  const has = (key: string) => typeof value === 'object' && value !== null && key in value
  const isSigned = has('optimistic')
  const optional = ['optimistic', 'layerTwo'].filter(has)
  const fields = reader.fields(value, 'the file', [...fileKeys, ...optional])
  if (fields.format !== format) throw new InvalidFinalityFileError('format', 'is another one')
  if (fields.version !== version) throw new InvalidFinalityFileError('version', 'is not 1')
  const block = reader.fields(fields.block, 'block', ['number', 'hash'])
  const updates = reader.list(fields.updates, 'updates')
  if (updates.length > maxUpdates) {
    throw new InvalidFinalityFileError(
      'updates',
      `has ${updates.length} entries, more than ${maxUpdates}`,
    )
  }
  return {
    chainId: reader.chainId(fields.chainId),
    checkpoint: reader.hex(fields.checkpoint, 'checkpoint', 32),
    bootstrap: reader.hex(fields.bootstrap, 'bootstrap'),
    updates,
    finality: fields.finality === null ? null : reader.hex(fields.finality, 'finality'),
    optimistic: isSigned ? reader.hex(fields.optimistic, 'optimistic') : null,
    block: {
      number: reader.number(block.number, 'block.number'),
      hash: reader.hex(block.hash, 'block.hash', 32),
    },
    evidence: evidenceOf(fields.evidence, 'evidence'),
    ...(has('layerTwo') ? { layerTwo: layerTwoOf(fields.layerTwo, layerTwoReader) } : {}),
  }
}

const fileKeys = [
  'format',
  'version',
  'chainId',
  'checkpoint',
  'bootstrap',
  'updates',
  'finality',
  'block',
  'evidence',
] as const
const layerTwoReader = {
  ...reader,
  evidence: evidenceOf,
  refuse: (part: string, reason: string): never => {
    throw new InvalidFinalityFileError(part, reason)
  },
}
