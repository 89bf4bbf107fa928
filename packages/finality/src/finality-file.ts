import { BaseError, type Hex, parseHex } from '@vaultwright/base'
import { pieceReaderOf } from '@vaultwright/proof'
import { FinalityError } from './error.ts'
import {
  assertUnderFinal,
  type BlockEvidence,
  type BlockName,
  NotYetFinalError,
} from './final-block.ts'
import {
  applyFinality,
  applyUpdate,
  type FinalHeader,
  type LightClient,
  readSignedHead,
  type Signers,
  startLightClient,
} from './light-client.ts'
import {
  type BeaconNetwork,
  isCheckpointOld,
  type LightClientLayout,
  mainnetPreset,
  slotAt,
} from './network.ts'

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
  readonly chainId: number
  readonly block: BlockName
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
/** The most headers between a block and the final one. */
const maxHeaders = 8192

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
  if (file.optimistic !== null && file.block.number > client.final.block.number) {
    const { head, signers } = readSignedHead(client, parseHex(file.optimistic), time)
    if (file.block.number > head.block.number) {
      const reason = `block ${file.block.number} is newer than block ${client.final.block.number}, the last final one, and than block ${head.block.number}, the newest that members signed`
      throw new FinalityError('block_not_final', reason)
    }
    assertTied(head, file)
    throw new NotYetFinalError(file.block, { final: client.final, head, signers })
  }
  return proveBlock(client, file, now)
}

/**
 * Proves a block under the final one of a client that stands at the end of a file's updates already.
 *
 * @param now - unix seconds, from the reader's clock.
 * @throws {FinalityError} `block_not_final` or `block_differs`.
 */
export function proveBlock(
  { network, final, signers, checkpoint }: LightClient,
  { block, evidence, updates }: Pick<FinalityFile, 'block' | 'evidence' | 'updates'>,
  now: bigint,
): ProvenFinality {
  assertTied(final, { block, evidence })
  const ageSeconds = now - network.genesisTime - checkpoint.slot * network.secondsPerSlot
  return {
    chainId: network.chainId,
    block: { number: block.number, hash: block.hash.toLowerCase() as Hex },
    final,
    checkpoint: { ...checkpoint, ageSeconds, isOld: isCheckpointOld(network, ageSeconds) },
    signers,
    periodCount: updates.length,
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
  const target = { number: String(block.number), hash: block.hash }
  const head = { format, version, chainId, checkpoint }
  const signed = { bootstrap, updates, finality, ...(optimistic === null ? {} : { optimistic }) }
  return `${JSON.stringify({ ...head, ...signed, block: target, evidence })}\n`
}

/** Parses a file. Its pieces are not believed yet. @throws {InvalidFinalityFileError} with the part that is wrong. */
export function parseFinalityFile(text: string): FinalityFile {
  const value = reader.parse(text)
  const isSigned = typeof value === 'object' && value !== null && 'optimistic' in value
  const fields = reader.fields(value, 'the file', [
    ...fileKeys,
    ...(isSigned ? ['optimistic'] : []),
  ])
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
    evidence: evidenceOf(fields.evidence),
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
const reader = pieceReaderOf(
  (part, reason, cause) => new InvalidFinalityFileError(part, reason, cause),
)
const evidenceKeys = {
  same: ['kind'],
  history: ['kind', 'accountProof', 'storageProof'],
  headers: ['kind', 'headers'],
} as const

function evidenceOf(value: unknown): BlockEvidence {
  const named = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null
  const kind = named === 'same' || named === 'history' || named === 'headers' ? named : null
  if (kind === null) throw new InvalidFinalityFileError('evidence', 'is of no known kind')
  const fields = reader.fields(value, 'evidence', evidenceKeys[kind])
  if (kind === 'same') return { kind }
  if (kind === 'history') {
    const accountProof = reader.list(fields.accountProof, 'evidence.accountProof')
    const storageProof = reader.list(fields.storageProof, 'evidence.storageProof')
    return { kind, accountProof, storageProof }
  }
  const headers = reader.list(fields.headers, 'evidence.headers')
  if (headers.length <= maxHeaders) return { kind, headers }
  throw new InvalidFinalityFileError(
    'evidence.headers',
    `has ${headers.length} entries, more than ${maxHeaders}`,
  )
}

const networkKeys = [
  'chainId',
  'genesisValidatorsRoot',
  'genesisTime',
  'secondsPerSlot',
  'forks',
] as const
const layoutNames: readonly LightClientLayout[] = ['capella', 'deneb', 'electra']

/**
 * Parses the file of a beacon chain that is not Ethereum mainnet, such as one for tests. Whoever names it trusts it
 * as they trust the checkpoint.
 *
 * @throws {InvalidFinalityFileError} with the part that is wrong.
 */
export function parseBeaconNetwork(text: string): BeaconNetwork {
  const fields = reader.fields(reader.parse(text), 'the beacon network', networkKeys)
  const secondsPerSlot = reader.number(fields.secondsPerSlot, 'secondsPerSlot')
  if (secondsPerSlot === 0n) throw new InvalidFinalityFileError('secondsPerSlot', 'is zero')
  if (!Array.isArray(fields.forks) || fields.forks.length === 0 || fields.forks.length > 64) {
    throw new InvalidFinalityFileError('forks', 'is not a list of 1 to 64 forks')
  }
  const forks = fields.forks.map((value: unknown, index) => {
    const part = `forks[${index}]`
    const fork = reader.fields(value, part, ['epoch', 'version', 'layout'])
    const layout = layoutNames.find((name) => name === fork.layout)
    if (layout === undefined) throw new InvalidFinalityFileError(`${part}.layout`, 'is not known')
    const epoch = reader.number(fork.epoch, `${part}.epoch`)
    return { epoch, version: reader.hex(fork.version, `${part}.version`, 4), layout }
  })
  if (forks.some(({ epoch }, index) => index > 0 && epoch <= forks[index - 1]!.epoch)) {
    throw new InvalidFinalityFileError('forks', 'are not in the order of their epochs')
  }
  return {
    chainId: reader.chainId(fields.chainId),
    genesisValidatorsRoot: reader.hex(fields.genesisValidatorsRoot, 'genesisValidatorsRoot', 32),
    genesisTime: reader.number(fields.genesisTime, 'genesisTime'),
    secondsPerSlot,
    preset: mainnetPreset,
    forks,
  }
}

/** A file is not a finality file, or not that of a beacon chain. */
export class InvalidFinalityFileError extends BaseError {
  override readonly code = 'invalid_finality_file'
  override readonly kind = 'damaged_data'

  constructor(part: string, reason: string, cause?: unknown) {
    super({
      message: `The finality file cannot be used: ${part} ${reason}. Make it again.`,
      facts: { part, reason },
      cause,
    })
  }
}
