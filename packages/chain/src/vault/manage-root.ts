import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type BlockRef, vaultIn } from '@vaultwright/outcome'
import { mappingKeyOf } from '@vaultwright/proof'
import { managerAbi, managerSelectors, managerTopics } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import type { Chain } from '../port/chain.ts'
import { StateRootMissingError, type StorageProof } from '../proof/storage-proof.ts'
import { type LogFilter, logCall, orderedLogs, readLogList } from '../read/log.ts'
import { parseAnswer, readWord } from '../rpc/answer.ts'
import { HistoryPrunedError, RpcRefusedError } from '../rpc/refusal.ts'

/** The root that a strategist may move a vault with, at a block. */
export type ManageRoot = {
  /** 32 bytes; all zero when none is set. */
  readonly root: Hex
  readonly block: BlockRef
  /** True when it was followed from the block's hash, so that only the hash had to be believed. */
  readonly isProven: boolean
  /** The storage slot of the Manager's mapping; null when it is not known. */
  readonly slot: bigint | null
  /** Why it is not proven; null when it is. */
  readonly unprovenBecause: string | null
}

/** The strategist whose root of a Manager is read. */
export type ManageRootQuery = {
  readonly manager: Address
  readonly strategist: Address
  readonly block: BlockRef
  /** The storage slot of the mapping, where it is known. */
  readonly slot?: bigint
}

const slotsTried = 21
const unset = `0x${'0'.repeat(64)}`

/** Reads for which vault a Manager acts; null where it does not say. */
export async function readVaultOf(
  chain: Pick<Chain, 'readCalls'>,
  manager: Address,
  block: BlockRef,
): Promise<Address | null> {
  const [answer] = await chain.readCalls([{ to: manager, data: managerSelectors.vault }], block)
  return vaultIn(answer)
}

/**
 * Reads a strategist's root from a Manager, and proves it from the block's hash where the node
 * gives storage proofs.
 *
 * Where the mapping's slot is not known, the first 21 are tried: the one that holds the root is it.
 *
 * @param query - Manager, strategist, block.
 * @throws {NoManageRootError} when the account does not answer as a Manager.
 * @throws {ManageRootMismatchError} when the proven storage holds another root.
 * @throws {InvalidTrieProofError} when the node's proof does not hold.
 */
export async function readManageRoot(chain: Chain, query: ManageRootQuery): Promise<ManageRoot> {
  const { manager, strategist, block } = query
  const args = [strategist] as const
  const data = encodeFunctionData({ abi: managerAbi, functionName: 'manageRoot', args })
  const [answer] = await chain.readCalls([{ to: manager, data }], block)
  const parsed = readWord(answer?.data)
  if (answer?.ok !== true || !parsed.ok) throw new NoManageRootError(manager, block)
  const root = parsed.value
  const slots = query.slot === undefined ? firstSlots() : [query.slot]
  const keys = slots.map((slot) => mappingKeyOf(strategist, slot))
  const proof = await proofOrReason(chain, { address: manager, slots: keys, block })
  if (typeof proof === 'string') return unprovenRoot(query, root, proof)
  if (query.slot !== undefined) {
    const stored = proof.slots[0]!.value
    if (stored !== root) throw new ManageRootMismatchError(manager, { called: root, stored })
    if (!proof.isSealed) return unprovenRoot(query, root, unsealedOf(proof))
    return { root, block, isProven: true, slot: query.slot, unprovenBecause: null }
  }
  if (root === unset) {
    return unprovenRoot(
      query,
      root,
      'no root is set, and every slot without an entry looks like that',
    )
  }
  const slotIndex = proof.slots.findIndex(({ value }) => value === root)
  if (slotIndex < 0)
    return unprovenRoot(query, root, `none of the first ${slotsTried} slots holds it`)
  if (!proof.isSealed)
    return unprovenRoot({ ...query, slot: slots[slotIndex]! }, root, unsealedOf(proof))
  return { root, block, isProven: true, slot: slots[slotIndex]!, unprovenBecause: null }
}

async function proofOrReason(
  chain: Chain,
  query: Parameters<Chain['readProof']>[0],
): Promise<StorageProof | string> {
  try {
    return await chain.readProof(query)
  } catch (error) {
    if (error instanceof StateRootMissingError) return 'the block has no state root'
    const isRefusal = error instanceof RpcRefusedError && error.refusal !== 'busy'
    if (!isRefusal && !(error instanceof HistoryPrunedError)) throw error
    return 'the node gives no storage proof of that block'
  }
}

function unsealedOf({ unknownFields }: StorageProof): string {
  const reason = 'the header that the node gave does not hash to the block hash'
  if (unknownFields.length === 0) return reason
  return `${reason}: it has fields that are not known here (${unknownFields.slice(0, 10).join(', ')})`
}

function unprovenRoot({ block, slot }: ManageRootQuery, root: Hex, because: string): ManageRoot {
  return { root, block, isProven: false, slot: slot ?? null, unprovenBecause: because }
}

function firstSlots(): readonly bigint[] {
  return Array.from({ length: slotsTried }, (_, slot) => BigInt(slot))
}

/**
 * Tells whether a strategist without a root had one before: the Manager logs each change of a root.
 *
 * One question covers all blocks. Where the node refuses so many, the answer is not known; the
 * verdict over a batch does not depend on it.
 *
 * @param query - Manager, strategist, and the last block.
 * @returns whether a root was ever set; null when the node does not give the logs.
 */
export async function readHadRoot(
  chain: Chain,
  query: { readonly manager: Address; readonly strategist: Address; readonly block: BlockRef },
): Promise<boolean | null> {
  const { manager, strategist, block } = query
  const topic: Hex = `0x${strategist.slice(2).toLowerCase().padStart(64, '0')}`
  const topics = [managerTopics.ManageRootUpdated, topic]
  const filter: LogFilter = { addresses: [manager], topics }
  const range = { from: 0n, to: block.number }
  const call = logCall(filter, range)
  try {
    const [answer] = await chain.rpc.ask([call])
    return orderedLogs(parseAnswer(readLogList, call, answer), range, filter).length > 0
  } catch (error) {
    if (error instanceof RpcRefusedError || error instanceof HistoryPrunedError) return null
    throw error
  }
}

/** An account does not answer to `manageRoot` as a Manager does. */
class NoManageRootError extends BaseError {
  override readonly code = 'no_manage_root'
  override readonly kind = 'unsupported'

  constructor(manager: Address, block: BlockRef) {
    super({
      message: `${manager} does not answer to manageRoot(address) at block ${block.number}. Check that it is a Manager there.`,
      facts: { manager, block: String(block.number) },
    })
  }
}

/** A Manager's storage holds another root than the node's call returned. */
class ManageRootMismatchError extends BaseError {
  override readonly code = 'manage_root_mismatch'
  override readonly kind = 'unavailable'

  constructor(manager: Address, roots: { readonly called: Hex; readonly stored: Hex }) {
    super({
      message: `${manager} holds root ${roots.stored} in that slot, but the node's call returned ${roots.called}. Check the slot, or do not trust this endpoint.`,
      facts: { manager, ...roots },
    })
  }
}
