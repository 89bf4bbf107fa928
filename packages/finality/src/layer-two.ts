import { BaseError, type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import {
  accountFromState,
  openHeader,
  type ProvenHeader,
  wordFromStorage,
} from '@vaultwright/proof'
import { rollupAnchorOf } from '@vaultwright/registry'
import { FinalityError } from './error.ts'
import { assertUnderFinal, type BlockEvidence, type BlockName } from './final-block.ts'
import type { FinalHeader } from './light-client.ts'

/** Slots of an account of the chain below, by `eth_getProof` at its final block. */
export type SlotEvidence = {
  readonly accountProof: readonly Hex[]
  /** One list of nodes a slot. */
  readonly storageProofs: readonly (readonly Hex[])[]
}

/** The tie of a rollup's confirmed state to the final block of the chain below. */
export type RollupEvidence =
  /** The anchor state of an OP Stack chain: its portal, its registry, and the dispute game that stands there. */
  | {
      readonly kind: 'op_stack'
      readonly portal: SlotEvidence
      readonly registry: SlotEvidence
      /** Null where the registry has its starting root yet. */
      readonly game: { readonly accountProof: readonly Hex[]; readonly code: Hex } | null
      /** The storage root of the contract that withdrawals leave by; 32 bytes. */
      readonly messagePasserRoot: Hex
    }
  /** The last assertion that an Arbitrum chain confirmed. */
  | {
      readonly kind: 'arbitrum'
      readonly rollup: SlotEvidence
      /** 32 bytes each. */
      readonly parentAssertion: Hex
      readonly sendRoot: Hex
      readonly endHistoryRoot: Hex
      readonly inboxAccumulator: Hex
      readonly batch: bigint
      readonly positionInBatch: bigint
      readonly machineStatus: bigint
    }

/** A block of a rollup, with what ties it to the final block of the chain below. */
export type LayerTwoFile = {
  readonly chainId: number
  readonly block: BlockName
  readonly rollup: RollupEvidence
  /** RLP of the header of the confirmed block. */
  readonly header: Hex
  /** The tie of the block to the confirmed one, on the rollup itself. */
  readonly evidence: BlockEvidence
}

/** The state of a rollup that its contracts on the chain below have confirmed. */
export type ConfirmedState = {
  readonly chainId: number
  readonly block: BlockName
  /** The newest block that is confirmed. */
  readonly confirmed: BlockName & { readonly timestamp: bigint }
  /** Seconds from the confirmed block to the final one below. */
  readonly lagSeconds: bigint
}

// Source: ethereum-optimism/optimism, packages/contracts-bedrock: OptimismPortal2 (anchorStateRegistry, slot 62),
// AnchorStateRegistry (anchorGame, slot 2; startingAnchorRoot, slot 3); OffchainLabs/nitro-contracts,
// test/storage/RollupUserLogic (_latestConfirmed, slot 116).
/** The slots from which a rollup's confirmed state follows, 32 bytes each. */
export const rollupSlots = {
  registry: slotOf(62),
  game: slotOf(2),
  startingRoot: slotOf(3),
  startingBlock: slotOf(4),
  latestConfirmed: slotOf(116),
} as const
const zeroWord = slotOf(0)

/**
 * Follows a rollup's confirmed state from a final block of the chain below to a block of the rollup.
 *
 * It proves what the rollup's contracts confirmed as of that block: never more than is there, and never that it is
 * the newest block of the rollup.
 *
 * @throws {FinalityError} `rollup_differs` with the step that does not follow, `block_differs`, `block_not_final`.
 */
export function l2UnderL1(final: FinalHeader, file: LayerTwoFile): ConfirmedState {
  const header = stepOf('the header of the confirmed block', () =>
    openHeader(parseHex(file.header)),
  )
  const anchor = rollupAnchorOf(file.chainId)
  if (anchor === null) {
    throw refusal(`no contract on the chain below is on record here for chain ${file.chainId}`)
  }
  if (anchor.kind !== file.rollup.kind) throw refusal('the evidence is of another kind of rollup')
  const { stateRoot } = final.block
  if (file.rollup.kind === 'op_stack') assertOutput(stateRoot, { anchor, header }, file.rollup)
  else assertAssertion(stateRoot, { anchor, header }, file.rollup)
  const { number, hash, timestamp } = header
  if (file.block.number > number) {
    const reason = `block ${file.block.number} is newer than block ${number}, the newest that the rollup's contracts confirmed`
    throw new FinalityError('block_not_final', reason)
  }
  const top = { slot: final.slot, root: final.root, timestamp, block: header }
  assertUnderFinal(top, file.block, file.evidence)
  return {
    chainId: file.chainId,
    block: { number: file.block.number, hash: file.block.hash.toLowerCase() as Hex },
    confirmed: { number, hash, timestamp },
    lagSeconds: final.timestamp - timestamp,
  }
}

type AccountPlace = { readonly what: string; readonly stateRoot: Hex; readonly address: Hex }
type Anchored = {
  readonly anchor: NonNullable<ReturnType<typeof rollupAnchorOf>>
  readonly header: ProvenHeader
}

/** Portal → registry → game → root claim, which is the hash of the output. Source: specs.optimism.io, proposals. */
function assertOutput(
  stateRoot: Hex,
  { anchor, header }: Anchored,
  { portal, registry, game, messagePasserRoot }: Extract<RollupEvidence, { kind: 'op_stack' }>,
): void {
  const portalAt = { what: 'the portal', stateRoot, address: anchor.contract }
  const [registryWord] = wordsOf(portalAt, [rollupSlots.registry], portal)
  const registryAt = {
    what: 'the registry',
    stateRoot,
    address: addressIn('the registry', registryWord!),
  }
  const [gameWord] = wordsOf(registryAt, [rollupSlots.game], registry)
  const claim =
    gameWord === zeroWord
      ? wordsOf(registryAt, [rollupSlots.game, rollupSlots.startingRoot], registry)[1]!
      : rootClaimOf(stateRoot, addressIn('the dispute game', gameWord!), game)
  const output =
    `0x${[zeroWord, header.stateRoot, messagePasserRoot, header.hash].map(digits).join('')}` as const
  const root = printHex(keccak256(parseHex(output)))
  if (root !== claim)
    throw refusal(`the claim is ${claim}, and the output of block ${header.number} is ${root}`)
}

/** The claim of a dispute game: the output root, and the block that it is of. */
export type DisputeClaim = { readonly root: Hex; readonly block: bigint }

/**
 * Reads the claim from the code of a dispute game: a clone that ends with its immutable arguments (creator, root,
 * head of the chain below, block, …) and their length in two bytes.
 *
 * @returns null where it is no such code. Source: specs.optimism.io, dispute game interface.
 */
export function disputeClaimOf(code: Uint8Array): DisputeClaim | null {
  const size = code.length < 2 ? 0 : code.at(-2)! * 256 + code.at(-1)!
  const start = code.length - size
  // The length counts its own two bytes.
  if (size < 2 + 20 + 3 * 32 || start < 0) return null
  const wordAt = (offset: number) => printHex(code.slice(start + offset, start + offset + 32))
  return { root: wordAt(20), block: BigInt(wordAt(84)) }
}

function rootClaimOf(
  stateRoot: Hex,
  address: Hex,
  game: Extract<RollupEvidence, { kind: 'op_stack' }>['game'],
): Hex {
  if (game === null) throw refusal('the dispute game of the registry is left out')
  const account = stepOf('the dispute game', () =>
    accountFromState(stateRoot, { address, nodes: game.accountProof }),
  )
  const code = parseHex(game.code)
  if (printHex(keccak256(code)) !== account?.codeHash) {
    throw refusal(`the code is not that of the dispute game ${address}`)
  }
  const claim = disputeClaimOf(code)
  if (claim === null) throw refusal('the code is not that of a dispute game')
  return claim.root
}

/** The hash of the last confirmed assertion is that of a global state with the block's hash. */
function assertAssertion(
  stateRoot: Hex,
  { anchor, header }: Anchored,
  evidence: Extract<RollupEvidence, { kind: 'arbitrum' }>,
): void {
  const rollupAt = { what: 'the rollup', stateRoot, address: anchor.contract }
  const [latest] = wordsOf(rollupAt, [rollupSlots.latestConfirmed], evidence.rollup)
  const { batch, positionInBatch, machineStatus } = evidence
  const numbers = [batch, positionInBatch, machineStatus].map(slotOf)
  const afterState = [header.hash, evidence.sendRoot, ...numbers, evidence.endHistoryRoot]
  const stateHash = hashOfWords(afterState)
  const assertion = hashOfWords([evidence.parentAssertion, stateHash, evidence.inboxAccumulator])
  if (assertion !== latest) {
    throw refusal(
      `the last confirmed assertion is ${latest}, and that of block ${header.number} is ${assertion}`,
    )
  }
}

function wordsOf(
  { what, stateRoot, address }: AccountPlace,
  slots: readonly Hex[],
  { accountProof, storageProofs }: SlotEvidence,
): readonly Hex[] {
  return stepOf(what, () => {
    const account = accountFromState(stateRoot, { address, nodes: accountProof })
    if (account === null) throw refusal(`${what} ${address} does not exist there`)
    return slots.map((slot, index) =>
      wordFromStorage(account.storageRoot, { slot, nodes: storageProofs[index] ?? [] }),
    )
  })
}

function addressIn(what: string, word: Hex): Hex {
  if (/^0x0{24}/.test(word) && word !== zeroWord) return `0x${word.slice(26)}`
  throw refusal(`there is no address of ${what} in its slot`)
}

function hashOfWords(words: readonly Hex[]): Hex {
  return printHex(keccak256(parseHex(`0x${words.map(digits).join('')}`)))
}

function digits(word: Hex): string {
  return word.slice(2)
}

function slotOf(index: number | bigint): Hex {
  return `0x${index.toString(16).padStart(64, '0')}`
}

function stepOf<Result>(what: string, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof FinalityError || !(error instanceof BaseError)) throw error
    throw new FinalityError('rollup_differs', `the proof of ${what} does not hold`, error)
  }
}

function refusal(reason: string): FinalityError {
  return new FinalityError('rollup_differs', reason)
}
