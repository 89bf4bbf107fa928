import type { Hex } from '@vaultwright/base'
import { deadlineOf, maturityOf, type QueuedRequest } from '@vaultwright/queue'
import type { WithdrawQueueStore } from '../../record/withdraw-queue.ts'
import { limitOf, pageOf } from '../../value/page.ts'
import type { Queries } from '../table/engine.ts'
import type { VaultKeyColumns } from '../table/table.ts'
import { checksummed, lowercased } from '../table/vault-ref.ts'
import type { WithdrawQueueRow, WithdrawRequestRow } from '../table/withdraw-table.ts'

type PageReader = WithdrawQueueStore['page']

/** Reads a page of the requests of a vault, newest first. */
export async function pageOfRequests(
  db: Queries,
  key: VaultKeyColumns,
  query: Parameters<PageReader>[2],
): ReturnType<PageReader> {
  const { status, asset, user, atUnix, toBlock, after } = query
  let rows = db
    .selectFrom('withdraw_request')
    .selectAll()
    .where((on) => on.and(key))
    .where('block', '<=', toBlock)
  if (asset !== null) rows = rows.where('asset', '=', lowercased(asset))
  if (user !== null) rows = rows.where('user_address', '=', lowercased(user))
  if (status === 'open' || status === 'matured' || status === 'expired') {
    rows = rows.where('end_kind', 'is', null)
    if (status === 'open') rows = rows.where('matures_at_unix', '>', atUnix)
    if (status === 'expired') rows = rows.where('expires_at_unix', '<', atUnix)
    if (status === 'matured')
      rows = rows.where('matures_at_unix', '<=', atUnix).where('expires_at_unix', '>=', atUnix)
  } else if (status !== null) rows = rows.where('end_kind', '=', status)
  if (after !== null) {
    const { block, logIndex } = after
    rows = rows.where((on) =>
      on.or([
        on('block', '<', block),
        on.and([on('block', '=', block), on('log_index', '<', BigInt(logIndex))]),
      ]),
    )
  }
  const matches = await rows
    .orderBy('block', 'desc')
    .orderBy('log_index', 'desc')
    .limit(limitOf(query))
    .execute()
  const requests = matches.map((row) => ({ ...requestOf(row), queue: checksummed(row.queue) }))
  return pageOf(requests, query)
}

/** The columns of a request that is in its queue. */
export const noEnd = {
  end_kind: null,
  end_block: null,
  end_block_hash: null,
  end_log_index: null,
  end_tx_hash: null,
  replaced_by: null,
} as const

export function rowOf(
  key: Pick<WithdrawQueueRow, 'tenant_id' | 'vault' | 'chain' | 'queue'>,
  request: QueuedRequest,
): WithdrawRequestRow {
  return {
    ...key,
    id: request.id.toLowerCase(),
    number: String(request.nonce),
    user_address: lowercased(request.user),
    asset: lowercased(request.assetOut),
    shares: String(request.amountOfShares),
    assets: String(request.amountOfAssets),
    created_at_unix: BigInt(request.creationTime),
    matures_at_unix: BigInt(maturityOf(request)),
    expires_at_unix: BigInt(deadlineOf(request)),
    block: request.block,
    block_hash: request.blockHash.toLowerCase(),
    log_index: BigInt(request.logIndex),
    tx_hash: request.transactionHash.toLowerCase(),
    ...endColumnsOf(request.end),
  }
}

function endColumnsOf(end: QueuedRequest['end']) {
  if (end === null) return noEnd
  return {
    end_kind: end.kind,
    end_block: end.block,
    end_block_hash: end.blockHash.toLowerCase(),
    end_log_index: BigInt(end.logIndex),
    end_tx_hash: end.transactionHash.toLowerCase(),
    replaced_by: end.kind === 'replaced' ? end.replacedBy.toLowerCase() : null,
  }
}

export function requestOf(row: WithdrawRequestRow): QueuedRequest {
  return {
    id: row.id as Hex,
    nonce: BigInt(row.number),
    user: checksummed(row.user_address),
    assetOut: checksummed(row.asset),
    amountOfShares: BigInt(row.shares),
    amountOfAssets: BigInt(row.assets),
    creationTime: Number(row.created_at_unix),
    secondsToMaturity: Number(row.matures_at_unix - row.created_at_unix),
    secondsToDeadline: Number(row.expires_at_unix - row.matures_at_unix),
    block: row.block,
    blockHash: row.block_hash as Hex,
    logIndex: Number(row.log_index),
    transactionHash: row.tx_hash as Hex,
    end: endOf(row),
  }
}

function endOf(row: WithdrawRequestRow): QueuedRequest['end'] {
  const { end_kind: kind, end_block: block, end_log_index: logIndex, replaced_by } = row
  if (kind === null || block === null || logIndex === null) return null
  const log = {
    block,
    blockHash: row.end_block_hash as Hex,
    logIndex: Number(logIndex),
    transactionHash: row.end_tx_hash as Hex,
  }
  if (replaced_by !== null) return { kind: 'replaced', replacedBy: replaced_by as Hex, ...log }
  return { kind: kind === 'solved' ? 'solved' : 'cancelled', ...log }
}
