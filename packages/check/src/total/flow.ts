import type { Address } from '@vaultwright/base'

/** A move of one of the vault's tokens. */
export type TokenMovement = {
  readonly kind: 'leaves' | 'enters'
  /** The chain's own coin is `nativeAsset`. */
  readonly token: Address
  /** Base units; null for the whole balance. */
  readonly amount: bigint | null
  /** A measured amount is exact; calldata often has the maximum that leaves or the minimum that enters. */
  readonly bound: AmountBound
  /** The account that pulls it by an allowance of the vault; null where none does. */
  readonly puller: Address | null
  /** The account that gets what leaves, or takes it; null where calldata does not say, and for what enters. */
  readonly to: Address | null
}

export type AmountBound = 'exact' | 'max' | 'min'

/** Allows an account to take tokens of the vault: the last approval of a pair counts. */
export type TokenApproval = {
  readonly kind: 'approves'
  readonly token: Address
  readonly spender: Address
  /** Base units; 0 takes it back, null for what is not counted, such as every token of a collection. */
  readonly amount: bigint | null
  readonly isUnlimited: boolean
  /** Unix seconds of its end; null where it has none. */
  readonly until: bigint | null
}

/** Part of a transaction that moves something of the vault, as it was read or measured. */
export type TokenFlow =
  | TokenMovement
  | TokenApproval
  /** An account that receives and is neither the vault nor on record: 20 bytes, or 32 of another chain. */
  | { readonly kind: 'outside'; readonly account: string }
  /** A part that cannot be read at a place such as `call 2`. */
  | { readonly kind: 'unread'; readonly part: FlowPart; readonly place: string }

/** The parts of a call: tokens that leave, tokens that enter, and accounts that are paid or allowed to take. */
export type FlowPart = 'leaves' | 'enters' | 'accounts'

/** The sum of one token in one direction. */
export type TokenTotal = Pick<TokenMovement, 'token' | 'amount' | 'bound'>

/** The sum of one token that one account gets; `isSupplied` if it takes it by an allowance, as a market or a router does. */
export type ReceiverTotal = TokenTotal & { readonly account: Address; readonly isSupplied: boolean }

/** The sums of a transaction, by token: never a sum of different tokens. */
export type FlowTotals = {
  readonly leaves: readonly TokenTotal[]
  /** The largest single move of each token that leaves, by the calldata. */
  readonly largest: readonly TokenTotal[]
  /** The accounts that get what leaves, by the calldata; a place that is unread may have more. */
  readonly receivers: readonly ReceiverTotal[]
  readonly enters: readonly TokenTotal[]
  /** Allowances that are left afterwards. */
  readonly approvals: readonly TokenApproval[]
  /** The number of allowances that were given, those used up included. */
  readonly givenCount: number
  /** Receivers that are neither the vault nor on record. */
  readonly outside: readonly string[]
  /** Places of which a part is not known: the list of that part is then not whole. */
  readonly unread: { readonly [part in FlowPart]: readonly string[] }
}

/**
 * Sums flows up by token.
 *
 * An allowance is reduced by what its spender pulls. A sum is exact if all its parts are; a whole balance makes the
 * sum a whole balance.
 *
 * @param flows - of one transaction, in its order.
 */
export function totalsOf(flows: readonly TokenFlow[]): FlowTotals {
  const sums = { leaves: new Map<string, TokenTotal>(), enters: new Map<string, TokenTotal>() }
  const largest = new Map<string, TokenTotal>()
  const receivers = new Map<string, ReceiverTotal>()
  const allowances = new Map<string, TokenApproval>()
  const outside = new Map<string, string>()
  const unread = {
    leaves: new Set<string>(),
    enters: new Set<string>(),
    accounts: new Set<string>(),
  }
  let givenCount = 0
  for (const flow of flows) {
    switch (flow.kind) {
      case 'unread':
        unread[flow.part].add(flow.place)
        break
      case 'outside':
        outside.set(flow.account.toLowerCase(), flow.account)
        break
      case 'approves':
        if (flow.amount !== 0n) givenCount++
        allowances.set(pairOf(flow.token, flow.spender), flow)
        break
      default: {
        const sum = sums[flow.kind]
        sum.set(flow.token.toLowerCase(), addMove(sum.get(flow.token.toLowerCase()), flow))
        if (flow.puller !== null) useAllowance(allowances, flow.puller, flow)
        if (flow.kind === 'leaves') addLeaving({ largest, receivers }, flow)
      }
    }
  }
  return {
    leaves: [...sums.leaves.values()],
    largest: [...largest.values()],
    receivers: [...receivers.values()],
    enters: [...sums.enters.values()],
    approvals: [...allowances.values()].filter(({ amount }) => amount !== 0n),
    givenCount,
    outside: [...outside.values()],
    unread: {
      leaves: [...unread.leaves],
      enters: [...unread.enters],
      accounts: [...unread.accounts],
    },
  }
}

function addMove(sum: TokenTotal | undefined, { token, amount, bound }: TokenMovement): TokenTotal {
  if (sum === undefined) return { token, amount, bound }
  const isWhole = sum.amount === null || amount === null
  return {
    token: sum.token,
    amount: isWhole ? null : sum.amount + amount,
    bound: sum.bound === 'exact' ? bound : sum.bound,
  }
}

type LeavingSums = {
  readonly largest: Map<string, TokenTotal>
  readonly receivers: Map<string, ReceiverTotal>
}

/** Keeps the largest single move of a token, and adds it to what its receiver gets. */
function addLeaving({ largest, receivers }: LeavingSums, flow: TokenMovement): void {
  const { token, amount, bound, to: account, puller } = flow
  const key = token.toLowerCase()
  const before = largest.get(key)
  const isLarger =
    before === undefined || (before.amount !== null && (amount === null || amount > before.amount))
  if (isLarger) largest.set(key, { token, amount, bound })
  if (account === null) return
  const isSupplied = puller !== null
  const pair = `${pairOf(token, account)} ${isSupplied}`
  receivers.set(pair, { ...addMove(receivers.get(pair), flow), account, isSupplied })
}

/** Reduces an allowance by an exact pull alone: a maximum is no proof that it is used up. */
function useAllowance(
  allowances: Map<string, TokenApproval>,
  puller: Address,
  { token, amount, bound }: TokenMovement,
): void {
  const key = pairOf(token, puller)
  const allowance = allowances.get(key)
  if (allowance === undefined || allowance.isUnlimited) return
  if (allowance.amount === null || amount === null || bound !== 'exact') return
  const left = allowance.amount > amount ? allowance.amount - amount : 0n
  allowances.set(key, { ...allowance, amount: left })
}

function pairOf(token: Address, spender: Address): string {
  return `${token} ${spender}`.toLowerCase()
}

/** Says that nothing of a place can be read. */
export function unreadFlows(place: string): readonly TokenFlow[] {
  return (['leaves', 'enters', 'accounts'] as const).map((part) => ({
    kind: 'unread',
    part,
    place,
  }))
}
