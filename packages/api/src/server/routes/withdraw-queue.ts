import { type Address, BaseError } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import {
  StoreDamagedError,
  type StoredWithdrawRequest,
  type VaultRef,
  type WithdrawRequestKey,
} from '@vaultwright/store'
import {
  type WithdrawQueuesData,
  type WithdrawRequestData,
  withdrawQueues,
  withdrawRequestDataOf,
} from '@vaultwright/wire'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { defineRoute, type RouteRequest } from '../../answer/route.ts'
import { defaultPageSize, readListing } from '../../request/listing.ts'
import { RequestInvalidError } from '../../request/request-check.ts'
import { findVaultPath } from '../../request/vault-path.ts'
import { assertVault } from './vault.ts'

/** Our choice: the interface names no withdraw queue. */
export const getWithdrawQueues = defineRoute('getWithdrawQueues', async (request) => {
  const { reading } = await findReading(request)
  return { body: { data: reading } }
})

/** Requests of all queues of a vault, newest first. */
export const listWithdrawRequests = defineRoute('listWithdrawRequests', async (request) => {
  const { caller, context, query } = request
  const filter = {
    status: query.status ?? null,
    asset: accountIn('asset', query.asset),
    user: accountIn('user', query.user),
  }
  const vaultRef = findVaultPath(request.params)
  const pageSize = query.page_size ?? defaultPageSize
  const { tenantId } = caller
  const { status, asset, user } = filter
  const listing = {
    binding: {
      operation: 'listWithdrawRequests',
      tenantId,
      asked: [vaultRef.chain, vaultRef.vault, status, asset, user, pageSize],
    },
    sortKeySchema: requestKey,
    sortKeyOf: printRequestKey,
    // A cursor that is none is refused before anything is read.
    read: async ({ after, limit }: { after: Static<typeof requestKey> | null; limit: number }) => {
      const { reading, atUnix } = await findReading(request)
      const unlike = reading.queues.find(({ check }) => check.state !== 'agrees')
      if (unlike !== undefined) throw new QueueDiffersError(vaultRef, unlike)
      const rows = await context.store.withdrawQueues.page(tenantId, vaultRef, {
        ...filter,
        atUnix,
        toBlock: BigInt(reading.block_number),
        after: after && requestKeyFrom(after),
        limit,
      })
      const facts = { reading, atUnix, vaultRef }
      return {
        ...rows,
        items: rows.items.map((row) => ({ ...row, data: requestDataOf(row, facts) })),
      }
    },
  } as const
  const { items, page } = await readListing(listing, { cursor: query.cursor, pageSize })
  return { body: { data: items.map(({ data }) => data), page } }
})

type ReadingRequest = Pick<RouteRequest<'getWithdrawQueues'>, 'params' | 'caller' | 'context'>

async function findReading({ params, caller, context }: ReadingRequest) {
  const vaultRef = findVaultPath(params)
  await assertVault(context, caller.tenantId, vaultRef)
  const stored = await context.store.withdrawQueues.latest(caller.tenantId, vaultRef)
  if (stored === null) throw new QueueNotFoundError(vaultRef)
  const value: unknown = JSON.parse(stored.body)
  if (!Check(withdrawQueues, value)) throw damageOf(vaultRef)
  return { vaultRef, reading: value as WithdrawQueuesData, atUnix: stored.atUnix }
}

type ReadRequest = {
  readonly reading: WithdrawQueuesData
  readonly atUnix: bigint
  readonly vaultRef: VaultRef
}

function requestDataOf(
  request: StoredWithdrawRequest,
  { reading, atUnix, vaultRef }: ReadRequest,
): WithdrawRequestData {
  const unit = reading.units.find(({ asset }) => asset === request.assetOut)
  if (unit === undefined) throw damageOf(vaultRef)
  const { symbol, decimals } = unit
  const units = { symbol, decimals, shareDecimals: reading.share_decimals }
  return withdrawRequestDataOf(request, units, atUnix)
}

function damageOf({ chain, vault }: VaultRef): StoreDamagedError {
  return new StoreDamagedError(`the withdraw queues of ${vault} on ${chain}`, null)
}

function accountIn(name: 'asset' | 'user', text: string | undefined): Address | null {
  if (text === undefined) return null
  try {
    return parseAddress(text)
  } catch (error) {
    if (error instanceof BaseError) throw invalid(name, 'must be an address: 0x and 40 hex digits')
    throw error
  }
}

function invalid(name: string, message: string): RequestInvalidError {
  return new RequestInvalidError([{ loc: ['query', name], msg: message, type: 'value_error' }])
}

/** Block and log index of the log that made a request. */
const requestKey = Type.Tuple([
  Type.String({ pattern: '^[0-9]{1,18}$' }),
  Type.Integer({ minimum: 0 }),
])

function printRequestKey({ block, logIndex }: StoredWithdrawRequest): Static<typeof requestKey> {
  return [String(block), logIndex]
}

function requestKeyFrom([block, logIndex]: Static<typeof requestKey>): WithdrawRequestKey {
  return { block: BigInt(block), logIndex }
}

/** No withdraw queue of the vault was read. */
class QueueNotFoundError extends BaseError {
  override readonly code = 'queue_not_found'
  override readonly kind = 'not_found'

  constructor({ chain, vault }: VaultRef) {
    super({
      message: `No withdraw queue of the vault ${vault} on ${chain} was read. Name its queues in the definition of the vault, under \`queues\`, and ask again after the next run of the indexer.`,
      facts: { chain, vault },
    })
  }
}

/** The requests of a queue are not the contract's own, or nothing could tell. */
class QueueDiffersError extends BaseError {
  override readonly code = 'queue_differs'
  override readonly kind = 'conflict'

  constructor(
    { chain, vault }: VaultRef,
    { address: queue, check }: WithdrawQueuesData['queues'][number],
  ) {
    const { difference, reason } = check
    const place =
      difference === null
        ? (reason ?? '')
        : difference.position === null
          ? `They differ in ${difference.what}.`
          : `The first place that differs is ${difference.position}.`
    super({
      message: `The requests of the queue ${queue} cannot be listed: the contract has others than its logs give, or was not checked. ${place} Do not cancel or solve by this list; read the logs from another node.`,
      facts: { chain, vault, queue, what: difference?.what ?? check.state },
    })
  }
}
