import { type Address, BaseError, openLruMap } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import type { AllowancePair } from '@vaultwright/protocols'
import type { TenantVaultRef } from '../task/task.ts'
import { approvalTopicsOf, approvedPairOf, pairLimit } from './allowance.ts'

/** The owners and tokens of the approvals, and the block up to which they are read. */
export type ApprovalQuery = {
  readonly vaultRef: TenantVaultRef
  readonly chain: Pick<Chain, 'readLogs'>
  /** The vault and its drones. */
  readonly owners: readonly Address[]
  readonly tokens: readonly Address[]
  /** First block of the vault. */
  readonly sinceBlock: bigint
  /** The last final block: logs are read that far at once. */
  readonly head: BlockRef
  /** The block of the day. */
  readonly upTo: bigint
}

/** Pairs that were ever approved up to a block, and why some may be missing. */
export type ApprovedPairs = {
  readonly pairs: readonly AllowancePair[]
  readonly note: string | null
}

/** Finds which allowances a vault and its drones gave. */
export type ApprovalMemory = (query: ApprovalQuery) => Promise<ApprovedPairs>

type Approved = { readonly block: bigint; readonly pair: AllowancePair }
type VaultApprovals = {
  readonly key: string
  readonly to: bigint
  /** The first event of each pair, oldest first. */
  readonly approved: readonly Approved[]
}

/** Refusals that would be the same tomorrow: a day is kept without logs that no node gives. */
export const permanentCodes: ReadonlySet<string> = new Set([
  'log_range_refused',
  'rpc_refused',
  'history_pruned',
  'malformed_event',
])

/** Pairs that are remembered, of all vaults together: what is not is read again. */
const most = 200_000

/**
 * Makes a finder of approvals: the events of a vault are read once, from its first block on, and then only those that
 * came since.
 *
 * @returns the finder. It throws what reading logs throws, but for what would be the same tomorrow: that is a note.
 */
export function openApprovalMemory(): ApprovalMemory {
  const vaults = openLruMap<string, Promise<VaultApprovals>>({ maxWeight: most })
  return async (query) => {
    const { vaultRef, upTo } = query
    const name = `${vaultRef.tenantId} ${vaultRef.chain} ${vaultRef.vault}`
    const key = keyOf(query)
    // One after the other, so that what one read the next does not read again.
    const before = vaults.get(name)?.catch(() => undefined) ?? Promise.resolve(undefined)
    const reading = before.then((last) => {
      const same = last?.key === key ? last : undefined
      return same !== undefined && same.to >= upTo ? same : extend(same, query)
    })
    vaults.set(name, reading)
    try {
      const { approved } = await reading
      if (vaults.get(name) === reading) vaults.set(name, reading, 1 + approved.length)
      return { pairs: approved.flatMap((one) => (one.block <= upTo ? one.pair : [])), note: null }
    } catch (error) {
      if (!(error instanceof BaseError) || error.retryable || !permanentCodes.has(error.code))
        throw error
      return { pairs: [], note: `Approval events could not be read: ${error.shortMessage}` }
    }
  }
}

async function extend(
  last: VaultApprovals | undefined,
  query: ApprovalQuery,
): Promise<VaultApprovals> {
  const { chain, owners, tokens, sinceBlock, head } = query
  const fromBlock = last === undefined ? sinceBlock : last.to + 1n
  const firstByPair = new Map((last?.approved ?? []).map((one) => [JSON.stringify(one.pair), one]))
  if (fromBlock <= head.number && tokens.length > 0) {
    const filter = { addresses: tokens, topics: approvalTopicsOf(owners) }
    const logs = await chain.readLogs({ ...filter, fromBlock, toBlock: head })
    for (const log of logs) {
      const pair = approvedPairOf(log)
      const key = JSON.stringify(pair)
      // One more than a day asks for: what is left out is counted there.
      if (pair !== null && !firstByPair.has(key) && firstByPair.size <= pairLimit)
        firstByPair.set(key, { block: log.blockNumber, pair })
    }
  }
  return { key: keyOf(query), to: head.number, approved: [...firstByPair.values()] }
}

/** Another token or drone has events that were not read. */
function keyOf({ owners, tokens }: ApprovalQuery): string {
  return [...owners, '|', ...tokens].join(' ')
}
