import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type Chain, type ChainLog, readTransactions } from '@vaultwright/chain'
import { decodeTuple, parseAbiTuple, selectorOf } from '@vaultwright/manager'
import type { BlockRef } from '@vaultwright/outcome'
import {
  decodePreSignature,
  type OrderTerms,
  orderDigestOf,
  parseOrderUid,
} from '@vaultwright/protocols'
import type { OrderTrade } from '@vaultwright/swap'
import { toEventSelector } from 'viem'

/** The history of one order in the logs of a settlement. */
type OrderHistory = {
  /** True if its signature was ever set. */
  readonly wasSigned: boolean
  readonly wasInvalidated: boolean
  readonly trades: readonly OrderTrade[]
}

/** An order that the chain tells of, whoever placed it. */
export type PlacedOrder = {
  readonly uid: Hex
  /** Null when the transaction that signed it does not carry the order. */
  readonly terms: OrderTerms | null
  /** The block of its first signature. */
  readonly blockNumber: bigint
  readonly transactionHash: Hex
}

/** The owner of the orders, and the blocks. */
type OrderRange = {
  readonly owner: Address
  readonly fromBlock: bigint
  readonly toBlock: BlockRef
}

/** A settlement and what its orders are hashed with. */
export type OrderSettlement = {
  readonly settlement: Address
  /** GPv2VaultRelayer, which pulls what is sold. */
  readonly relayer: Address
  readonly domainSeparator: Hex
}

const preSignature = toEventSelector('PreSignature(address,bytes,bool)')
const invalidation = toEventSelector('OrderInvalidated(address,bytes)')
const trade = toEventSelector('Trade(address,address,address,uint256,uint256,uint256,bytes)')

const preSignatureData = parseAbiTuple('(bytes orderUid, bool signed)')
const invalidationData = parseAbiTuple('(bytes orderUid)')
const tradeData = parseAbiTuple(
  '(address sellToken, address buyToken, uint256 sellAmount, uint256 buyAmount, uint256 feeAmount, bytes orderUid)',
)

/**
 * Reads what the logs of a settlement tell of an owner's orders, in one pass.
 *
 * @returns by uid, lower case; orders without a log have no entry.
 */
export async function readOrderHistories(
  chain: Chain,
  settlement: Address,
  range: OrderRange,
): Promise<ReadonlyMap<string, OrderHistory>> {
  const histories = new Map<string, OrderHistory>()
  for (const log of await readOrderLogs(chain, settlement, range)) {
    const { uid, ...news } = newsOf(log)
    const before = histories.get(uid) ?? noHistory
    histories.set(uid, {
      wasSigned: before.wasSigned || news.isSigning,
      wasInvalidated: before.wasInvalidated || news.isInvalidating,
      trades: news.trade === null ? before.trades : [...before.trades, news.trade],
    })
  }
  return histories
}

/** The history of an order without a log. */
export const noHistory: OrderHistory = { wasSigned: false, wasInvalidated: false, trades: [] }

/**
 * Finds the orders that an owner signed, with their terms out of the calldata of the signing transactions.
 *
 * Whatever wraps the call: the order is recognised by its own digest, which is the head of its uid.
 *
 * @returns in the order of the chain, each uid once.
 */
export async function findPlacedOrders(
  chain: Chain,
  contracts: OrderSettlement,
  range: OrderRange,
): Promise<readonly PlacedOrder[]> {
  const logs = await readOrderLogs(chain, contracts.settlement, range)
  const first = new Map<string, { readonly uid: Hex; readonly log: ChainLog }>()
  for (const log of logs) {
    const { uid, isSigning } = newsOf(log)
    if (isSigning && !first.has(uid)) first.set(uid, { uid, log })
  }
  const placed = [...first.values()]
  const hashes = [...new Set(placed.map(({ log }) => log.transactionHash))]
  const transactions = await readTransactions(chain.rpc, hashes)
  const dataByHash = new Map(transactions.map(({ hash, data }) => [hash, data]))
  return placed.map(({ uid, log }) => ({
    uid,
    terms: orderIn(dataByHash.get(log.transactionHash)!, uid, contracts.domainSeparator),
    blockNumber: log.blockNumber,
    transactionHash: log.transactionHash,
  }))
}

/**
 * Finds an order in calldata that signs it, at any depth.
 *
 * @returns null when no call there carries terms that hash to the uid.
 */
function orderIn(calldata: Hex, uid: Hex, domainSeparator: Hex): OrderTerms | null {
  const digits = calldata.slice(2).toLowerCase()
  const selector = selectorOf('setPreSignature(bytes,bool)').slice(2)
  for (
    let index = digits.indexOf(selector);
    index >= 0;
    index = digits.indexOf(selector, index + 2)
  ) {
    const call: Hex = `0x${digits.slice(index, index + 2 * callSize)}`
    const preSignature = decodePreSignature(call)
    if (preSignature?.uid !== uid.toLowerCase()) continue
    const { digest, validTo } = parseOrderUid(uid)
    const isMeant =
      orderDigestOf(preSignature.terms, domainSeparator) === digest &&
      preSignature.terms.validTo === validTo
    if (isMeant) return preSignature.terms
  }
  return null
}

/** Selector, arguments and the twelve words of the order. */
const callSize = 548

async function readOrderLogs(
  chain: Chain,
  settlement: Address,
  { owner, fromBlock, toBlock }: OrderRange,
): Promise<readonly ChainLog[]> {
  const ownerTopic: Hex = `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`
  const logs = await chain.readLogs({
    addresses: [settlement],
    topics: [[preSignature, invalidation, trade], ownerTopic],
    fromBlock,
    toBlock,
  })
  return logs.filter(({ address }) => isSameAddress(address, settlement))
}

type OrderNews = {
  readonly uid: Hex
  readonly isSigning: boolean
  readonly isInvalidating: boolean
  readonly trade: OrderTrade | null
}

function newsOf({ topics, data, ...place }: ChainLog): OrderNews {
  const [topic] = topics
  if (topic === preSignature) {
    const [uid, isSigning] = decodeTuple(preSignatureData, data).values as [Hex, boolean]
    return { uid: lower(uid), isSigning, isInvalidating: false, trade: null }
  }
  if (topic === invalidation) {
    const [uid] = decodeTuple(invalidationData, data).values as [Hex]
    return { uid: lower(uid), isSigning: false, isInvalidating: true, trade: null }
  }
  const { values } = decodeTuple(tradeData, data)
  const [, , sellAmount, buyAmount, , uid] = values as [Hex, Hex, bigint, bigint, bigint, Hex]
  const { blockNumber, transactionHash, logIndex } = place
  return {
    uid: lower(uid),
    isSigning: false,
    isInvalidating: false,
    trade: { blockNumber, transactionHash, logIndex, sellAmount, buyAmount },
  }
}

function lower(uid: Hex): Hex {
  return uid.toLowerCase() as Hex
}
