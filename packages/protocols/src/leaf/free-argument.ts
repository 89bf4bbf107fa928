import type { LeafArgument } from './leaf-argument.ts'
import { parseLabel } from './role.ts'

/** The freedom that an argument gives to the author of the call. */
export type Freedom = 'recipient' | 'spender' | 'operator' | 'payload' | 'price'

/** The arguments of a leaf's call, and its function. */
export type ReadCall = {
  readonly args: readonly LeafArgument[]
  readonly leaf: { readonly signature: string }
}

/** Functions that let an account act for the caller, by their names. */
const entrusting =
  /^(setApprovalForAll|setOperator|toggleOperator|addExecutor|setAuthorization|allow|approveDelegation|setClaimerFor|setDelegate|delegate|delegateTo|authorize|setUserDelegate|setAllowManager)\(/
/** The name of an account that may act. */
const entrusted = /operator|delegate|executor|manager|claimer|authorized|approved|spender/

/** Tells whether a leaf's function gives an account power over what the vault holds. */
export function isOperatorCall({ leaf }: ReadCall): boolean {
  return entrusting.test(leaf.signature)
}

/** Refunds and fees: what is left over, not what is moved. */
const leftover = /fee|refund|referr/i
/** Functions that pay out what was earned; who earned it keeps what earns. */
const reward = /^(claim|getReward|harvest|collectReward|checkpoint)/i
/** Tells whether a function pays out what was earned. */
export function isRewardCall({ leaf }: Pick<ReadCall, 'leaf'>): boolean {
  return reward.test(leaf.signature)
}

/** Orders that others have signed: who receives is their choice. */
const signedOrder = /fills\[\]\./i
/** Accounts that a reward is booked for, independent of the caller. */
const earner = /^(users?|account|holder|addr|claimer|staker)$/

/** Bytes that prove something or name a path: nothing runs them. */
const harmless = /^path$|proof|signature|permit|symbol|name|referral|memo|reason|hash|salt|uid$/

/**
 * Lists the arguments that the caller of a leaf chooses and that decide who gets what: the one list behind
 * the ways out of a tree and behind the words about a call.
 *
 * @returns each argument once, in the order of the call.
 */
export function freeArgumentsOf(
  call: ReadCall,
): readonly { readonly argument: LeafArgument; readonly freedom: Freedom }[] {
  const isFree = ({ state }: LeafArgument) => state === 'free'
  const byFreedom: readonly (readonly [Freedom, readonly LeafArgument[]])[] = isOperatorCall(call)
    ? [['operator', operatorsIn(call).filter(isFree)]]
    : [
        ['recipient', recipientsIn(call).filter(isFree)],
        ['spender', spendersIn(call).filter(isFree)],
      ]
  const lists = [...byFreedom, ['payload', payloadsIn(call)], ['price', minimumsIn(call)]] as const
  return call.args.flatMap((argument) => {
    const match = lists.find(([, list]) => list.includes(argument))
    return match === undefined ? [] : [{ argument, freedom: match[0] }]
  })
}

/** The arguments that name who may pull tokens. */
export function spendersIn({ args }: ReadCall): readonly LeafArgument[] {
  return args.filter(({ role }) => role === 'spender')
}

/** The arguments of a leaf that name who receives, owns or is acted for. */
export function recipientsIn({ args, leaf }: ReadCall): readonly LeafArgument[] {
  const isEarned = reward.test(leaf.signature)
  return args.filter(({ path, type, role, use }) => {
    if (role !== 'recipient' || (type !== 'address' && type !== 'bytes32' && type !== 'bytes'))
      return false
    if (signedOrder.test(path)) return false
    const { word } = parseLabel(path)
    if (use !== 'self' && (leftover.test(word) || use === 'constant')) return false
    return !(isEarned && earner.test(word) && use !== 'self')
  })
}

/** The arguments that name who may act; where no name tells, every account. */
export function operatorsIn({ args }: ReadCall): readonly LeafArgument[] {
  const accounts = args.filter(({ type }) => type === 'address')
  const named = accounts.filter(({ path }) => entrusted.test(parseLabel(path).word))
  return named.length > 0 ? named : accounts.filter(({ use }) => use !== 'self')
}

/** The bytes of a call that the caller writes, whole or in part. */
export function payloadsIn({ args, leaf }: ReadCall): readonly LeafArgument[] {
  if (/^flashLoan\(/.test(leaf.signature)) return []
  return args.filter(({ path, type, state, isWhole }) => {
    if (!/^bytes(\[\])*$/.test(type) || harmless.test(parseLabel(path).word)) {
      return path === 'pathDefinition' && leaf.signature === 'swapCompact()'
    }
    return state === 'free' || !isWhole
  })
}

/** The arguments that say how little may come out. */
export function minimumsIn({ args, leaf }: ReadCall): readonly LeafArgument[] {
  // The router keeps what is above the quote: the least output protects as far as quote and slippage do.
  if (leaf.signature === 'swapCompact()') {
    return args.filter(({ path }) => /^(outputQuote|slippage)$/.test(path))
  }
  return args.filter(({ use, state, isWhole }) => {
    const isMinimum = use === 'minimum' || use === 'minimums'
    return isMinimum && (state === 'free' || (state === 'bound' && !isWhole))
  })
}
