import { type Address, BaseError } from '@vaultwright/base'
import { runReading } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import type { SwapMarket, SwapRequest, SwapToken } from '@vaultwright/swap'
import { type AmountToken, amountText } from './amount-text.ts'
import { readPullable } from './relayer-allowance.ts'
import type { SwapContext } from './swap-context.ts'

type OrderedToken = {
  readonly market: SwapMarket
  readonly block: BlockRef
  readonly token: Address
}

/** The amount of a token that open orders still sell; orders are read only where one can be filled. */
export async function orderedOf(
  { chain, build, readReserved }: SwapContext,
  { market, block, token }: OrderedToken,
): Promise<bigint> {
  if (readReserved === null) return 0n
  const { vault, knownFacts } = build
  const reading = readPullable(market, { chainId: chain.id, vault, token, knownFacts })
  const { found: isPullable } = await runReading(chain, reading, block)
  return isPullable ? ((await readReserved(block)).get(token) ?? 0n) : 0n
}

type AmountInput = {
  readonly sellToken: SwapToken
  readonly balance: bigint | null
  /** The amount that open orders still sell. */
  readonly ordered: bigint
}

/** The amount to sell: the requested one, or all that may be sold. */
export function amountOf(
  { policy }: SwapContext,
  { sellAmount }: SwapRequest,
  { sellToken, balance, ordered }: AmountInput,
): bigint {
  const reserve = policy?.reserves.get(sellToken.address) ?? 0n
  if (balance === null) {
    if (sellAmount !== null) return sellAmount
    const none = { token: sellToken, balance: 0n, reserved: ordered, sellAmount: 0n }
    throw new OrderUnderfundedError(none)
  }
  const unavailable = reserve > ordered ? reserve : ordered
  const free = balance > unavailable ? balance - unavailable : 0n
  const amount = sellAmount ?? free
  if (amount === 0n || amount + ordered > balance) {
    const funds = { token: sellToken, balance, reserved: ordered, sellAmount: amount }
    throw new OrderUnderfundedError(funds)
  }
  if (amount + reserve > balance) throw new AmountAbovePolicyError(sellToken, amount, free)
  return amount
}

/** The policy keeps a part of the balance. */
export class AmountAbovePolicyError extends BaseError {
  override readonly code = 'amount_above_policy'
  override readonly kind = 'invalid_input'

  constructor(token: SwapToken, amount: bigint, free: bigint) {
    super({
      message: `${amountText(amount, token)} are more than the policy lets the vault sell: ${amountText(free, token)} at most. Sell less.`,
      facts: { token: token.address, amount: String(amount), most: String(free) },
    })
  }
}

type OrderFunds = {
  readonly token: AmountToken
  readonly balance: bigint
  readonly reserved: bigint
  readonly sellAmount: bigint
}

/** The vault has less of a token than its open orders and a new one would sell. */
export class OrderUnderfundedError extends BaseError {
  override readonly code = 'insufficient_balance'
  override readonly kind = 'not_permitted'

  constructor({ token, balance, reserved, sellAmount }: OrderFunds) {
    const [held, ordered, sold] = [balance, reserved, sellAmount].map((amount) =>
      amountText(amount, token),
    )
    super({
      message: `The vault has ${held}; open orders still sell ${ordered}, and this one ${sold}. Sell less, or cancel an order.`,
      facts: {
        has: balance.toString(),
        needs: (reserved + sellAmount).toString(),
        reserved_by_orders: reserved.toString(),
      },
    })
  }
}
