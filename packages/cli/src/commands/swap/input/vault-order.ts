import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { encodeCall, parseSignature } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import {
  findPlacedOrders,
  firstBlockSince,
  type OrderPorts,
  type PlacedOrder,
  readOrderStates,
  readSettlement,
} from '@vaultwright/operations'
import { maxBookSeconds, type OrderState, type SwapToken, swapTokenOf } from '@vaultwright/swap'
import { UsageError } from '../../../command/usage.ts'
import { writeWarning } from '../../../terminal/warning.ts'
import type { MarketOnChain } from './market-on-chain.ts'

/** Orders of a vault, as the chain tells of them. */
type OrdersOnChain = {
  readonly ports: OrderPorts
  /** Each at the block, in the order in which they were signed. */
  readonly states: readonly OrderState[]
  /** Signed without their terms: nothing tells what they still sell. */
  readonly unread: readonly PlacedOrder[]
}

export type OrderReadOptions = {
  readonly settlement: string | undefined
  readonly since: number | undefined
}

/** Reads every order that the vault signed since a block, or within the longest life of an order. */
export async function readVaultOrders(
  onChain: MarketOnChain,
  options: OrderReadOptions,
): Promise<OrdersOnChain> {
  const { chain, block, build, policy } = onChain
  const contracts = await readSettlement(chain, settlementMeant(onChain, options), block)
  const ports = { chain, contracts }
  const life = policy === null ? maxBookSeconds : BigInt(policy.maxOrderSeconds)
  const start = block.timestamp > life ? block.timestamp - life : 0n
  const { since } = options
  const fromBlock = since === undefined ? await firstBlockSince(chain, start) : BigInt(since)
  const range = { owner: build.vault, fromBlock, toBlock: block }
  const placed = await findPlacedOrders(chain, contracts, range)
  const tracked = placed.flatMap(({ uid, terms, blockNumber }) =>
    terms === null ? [] : [{ uid, terms, stored: null, fromBlock: blockNumber }],
  )
  const states = await readOrderStates(ports, tracked, block)
  return { ports, states, unread: placed.filter(({ terms }) => terms === null) }
}

/** The settlement that an option names, or the one that the tree signs orders for. */
function settlementMeant(
  { market }: MarketOnChain,
  { settlement: word }: OrderReadOptions,
): Address {
  if (word !== undefined) return parseAddress(word)
  const bound = market.permissions
    .filter(({ action }) => action.route.startsWith('cow/'))
    .map(({ binding }) => String(binding.settlement))
  const [only, ...further] = [...new Set(bound)]
  if (only !== undefined && further.length === 0) return only as Address
  const what =
    only === undefined
      ? 'The tree has no leaf of a settlement of orders'
      : `The tree signs orders for ${further.length + 1} settlements`
  throw new UsageError(`${what}. Name it with --settlement.`, { option: 'settlement' })
}

/** The known facts about the tokens of an order. */
export function tokensOfOrder(
  { terms }: Pick<OrderState, 'terms'>,
  { build }: MarketOnChain,
): { readonly sellToken: SwapToken; readonly buyToken: SwapToken } {
  return {
    sellToken: swapTokenOf(terms.sellToken, build),
    buyToken: swapTokenOf(terms.buyToken, build),
  }
}

const approve = parseSignature('approve(address spender, uint256 amount)')

/** The call that takes the allowance of an order's token back; null where the tree does not permit it. */
export function zeroingCallOf(
  { terms }: Pick<OrderState, 'terms'>,
  { market }: MarketOnChain,
  relayer: Address,
): { readonly target: Address; readonly data: Hex; readonly value: bigint } | null {
  const target = terms.sellToken
  const isPermitted = market.permissions.some(
    ({ action, binding }) =>
      action.route === 'erc_20/approve' &&
      isSameAddress(String(binding.token), target) &&
      isSameAddress(String(binding.spender), relayer),
  )
  return isPermitted ? { target, data: encodeCall(approve, [relayer, 0n]), value: 0n } : null
}

/** Says which orders are not counted. */
export function warnUnread(
  unread: readonly { readonly uid: Hex }[],
  log: Parameters<typeof writeWarning>[1],
): void {
  for (const { uid } of unread) {
    writeWarning(
      `the order ${uid} was signed without its terms: what it still sells is not known`,
      log,
    )
  }
}

/** Reads a uid. */
export function uidOf(word: string): Hex {
  if (/^0x[0-9a-fA-F]{112}$/.test(word)) return word.toLowerCase() as Hex
  throw new UsageError(
    `${JSON.stringify(word)} is not the uid of an order. Give 0x and 112 digits.`,
    {
      value: word,
    },
  )
}
