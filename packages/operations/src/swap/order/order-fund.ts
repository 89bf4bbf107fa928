import { type Address, BaseError, printUnits } from '@vaultwright/base'
import { encodeCall, parseSignature } from '@vaultwright/manager'
import type { BlockRef } from '@vaultwright/outcome'
import type { OrderPorts } from './order.ts'

/** A token of an order; an order needs the decimals of both, for its calls are built in display units. */
export type OrderToken = { readonly address: Address; readonly decimals: number }

/** A step for `buildActions`: an action with its parameters in display units. */
export type OrderRequest = {
  readonly route: string
  readonly params: Readonly<Record<string, string | boolean>>
}

/** The allowance before and after. Base units. */
export type AllowanceChange = {
  readonly before: bigint
  /** The amount that open orders of the token still need; the new one is not among them. */
  readonly openOrders: bigint
  readonly after: bigint
}

const balanceFunction = parseSignature('balanceOf(address account)')
const allowanceFunction = parseSignature('allowance(address owner, address spender)')

/**
 * Approvals that bring an allowance to a sum. Some tokens refuse to change one that is not zero, and nothing
 * tells which do: it is set to zero first.
 */
export function approvalsFor(
  token: OrderToken,
  relayer: Address,
  { before, after }: AllowanceChange,
): readonly OrderRequest[] {
  if (before === after) return []
  const approve = (amount: bigint): OrderRequest => ({
    route: 'erc_20/approve',
    params: {
      token: token.address,
      spender: relayer,
      amount: printUnits(amount, token.decimals),
    },
  })
  return before === 0n || after === 0n ? [approve(after)] : [approve(0n), approve(after)]
}

/** Reads what a vault has of a token, and what the relayer may pull of it. */
export async function readFunds(
  { chain, contracts }: OrderPorts,
  { vault, token }: { readonly vault: Address; readonly token: Address },
  block: BlockRef,
): Promise<{ readonly balance: bigint; readonly allowance: bigint }> {
  const calls = [
    { to: token, data: encodeCall(balanceFunction, [vault]) },
    { to: token, data: encodeCall(allowanceFunction, [vault, contracts.relayer]) },
  ]
  const [balance, allowance] = (await chain.readCalls(calls, block)).map((answer) => {
    if (!answer.ok || answer.data.length < 66) throw new SilentTokenError(token)
    return BigInt(answer.data.slice(0, 66))
  })
  return { balance: balance!, allowance: allowance! }
}

/** A token does not say a balance or an allowance. */
class SilentTokenError extends BaseError {
  override readonly code = 'token_silent'
  override readonly kind = 'unsupported'

  constructor(token: Address) {
    super({
      message: `${token} does not say what the vault has of it. Name an ERC-20 token.`,
      facts: { token },
    })
  }
}
