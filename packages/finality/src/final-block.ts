import { type Address, BaseError, type Hex, parseHex } from '@vaultwright/base'
import { accountFromState, openHeader, wordFromStorage } from '@vaultwright/proof'
import { FinalityError } from './error.ts'
import type { FinalHeader, Signers } from './light-client.ts'

/** The contract that keeps the hashes of the last 8,191 blocks. Source: EIP-2935. */
export const blockHistory: Address = '0x0000F90827F1C53a10cb7A02335B175320002935'
const historyWindow = 8191n

/** The tie of an older block to the final one. */
export type BlockEvidence =
  /** Slot of the history contract, by `eth_getProof` at the final block. */
  | {
      readonly kind: 'history'
      readonly accountProof: readonly Hex[]
      readonly storageProof: readonly Hex[]
    }
  /** Headers from the final block down to the child of the block, RLP. */
  | { readonly kind: 'headers'; readonly headers: readonly Hex[] }
  /** The block is the final one. */
  | { readonly kind: 'same' }

/** The number and the hash of a block. */
export type BlockName = { readonly number: bigint; readonly hash: Hex }

/** The slot of the history contract that keeps a block's hash. @returns 32 bytes. Source: EIP-2935. */
export const historySlotOf = (number: bigint): Hex =>
  `0x${(number % historyWindow).toString(16).padStart(64, '0')}`

/**
 * Checks that a block is the final one, or an ancestor of it.
 *
 * @throws {FinalityError} `block_not_final` where the block is newer; `block_differs` where the chain of the
 * final block has another hash at that number, or the evidence does not reach it.
 */
export function assertUnderFinal(
  final: FinalHeader,
  block: BlockName,
  evidence: BlockEvidence,
): void {
  if (block.number > final.block.number) {
    const reason = `block ${block.number} is newer than block ${final.block.number}, the last final one`
    throw new FinalityError('block_not_final', reason)
  }
  const hash = hashUnder(final, block.number, evidence)
  if (hash === block.hash.toLowerCase()) return
  const reason = `block ${block.number} under block ${final.block.number} has the hash ${hash}, and yours is ${block.hash}`
  throw new FinalityError('block_differs', reason)
}

/** Follows the evidence to the hash at a number. */
function hashUnder(final: FinalHeader, number: bigint, evidence: BlockEvidence): Hex {
  const distance = final.block.number - number
  if (distance === 0n) return final.block.hash
  switch (evidence.kind) {
    case 'same':
      throw new FinalityError(
        'block_differs',
        `block ${number} is ${distance} blocks before block ${final.block.number}, and nothing ties it there`,
      )
    case 'history':
      return hashInHistory(final, { number, distance }, evidence)
    case 'headers':
      return hashUnderHeaders(final, number, evidence.headers)
  }
}

function hashInHistory(
  final: FinalHeader,
  { number, distance }: { readonly number: bigint; readonly distance: bigint },
  { accountProof, storageProof }: Extract<BlockEvidence, { kind: 'history' }>,
): Hex {
  if (distance > historyWindow) {
    const reason = `block ${number} is ${distance} blocks before block ${final.block.number}, and the chain keeps ${historyWindow} hashes`
    throw new FinalityError('block_differs', reason)
  }
  const { stateRoot } = final.block
  const account = accountFromState(stateRoot, { address: blockHistory, nodes: accountProof })
  if (account === null) {
    const reason = 'the chain keeps no history of hashes there'
    throw new FinalityError('block_differs', reason)
  }
  const slot = historySlotOf(number)
  return wordFromStorage(account.storageRoot, { slot, nodes: storageProof })
}

/** Each header's hash is the parent hash that the header before it states. */
function hashUnderHeaders(final: FinalHeader, number: bigint, headers: readonly Hex[]): Hex {
  let expected = { hash: final.block.hash, number: final.block.number }
  for (const encoded of headers) {
    const header = openHeader(parseHex(encoded))
    if (header.hash !== expected.hash || header.number !== expected.number) {
      const reason = `a header in the chain is of block ${header.number} ${header.hash}, where ${expected.number} ${expected.hash} follows`
      throw new FinalityError('block_differs', reason)
    }
    expected = { hash: header.parentHash, number: header.number - 1n }
  }
  if (expected.number === number) return expected.hash
  const reason = `the headers end at block ${expected.number}, and the block is ${number}`
  throw new FinalityError('block_differs', reason)
}

/** A block is newer than the last final one. The committee's signatures so far do not make it final. */
export class NotYetFinalError extends BaseError {
  override readonly code = 'not_yet_final'
  override readonly kind = 'conflict'

  constructor(
    { number, hash }: BlockName,
    {
      final,
      head,
      signers,
    }: { readonly final: FinalHeader; readonly head: FinalHeader; readonly signers: Signers },
  ) {
    const isHead = head.block.number === number
    const signed = isHead ? 'it' : `block ${head.block.number}, which follows it,`
    super({
      message: `Block ${number} ${hash} is newer than finality: ${signers.count} of ${signers.of} members signed ${signed} at slot ${head.slot}, and block ${final.block.number} is the last final one. It can still be replaced: ask again in some minutes.`,
      facts: {
        block: String(number),
        hash,
        signers: signers.count,
        of: signers.of,
        signedBlock: String(head.block.number),
        signedSlot: String(head.slot),
        finalBlock: String(final.block.number),
      },
      retryable: true,
    })
  }
}
