import type { Address } from '@vaultwright/base'
import { type AbiValue, encodeCall, parseSignature } from '@vaultwright/manager'
import {
  type ActionInputValues,
  approvalsOf,
  type Binding,
  permit2Address,
} from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import type { ResolvedAction } from '../resolve/resolve-action.ts'
import { maxAmount } from '../value/amount.ts'

/** The owner, spender and token of an allowance; `permit2` is the allowance that Permit2 itself keeps. */
export type AllowanceKey = {
  /** The holder of the token: the vault or its drone. */
  readonly owner: Address
  readonly drone: Address | null
  readonly keeper: 'token' | 'permit2'
  readonly token: Address
  readonly spender: Address
}

/** The effect of a batch's action on an allowance. */
export type AllowanceEvent =
  /** It pulls so much. */
  | {
      readonly kind: 'need'
      readonly at: number
      readonly pair: AllowanceKey
      readonly amount: bigint
    }
  /** It takes one thing, approved by its number: numbers have no sum. */
  | {
      readonly kind: 'thing'
      readonly at: number
      readonly pair: AllowanceKey
      readonly amount: bigint
    }
  /** It sets the allowance; null when the amount is unknown. */
  | {
      readonly kind: 'set'
      readonly at: number
      readonly pair: AllowanceKey
      readonly amount: bigint | null
    }

/** An approval that must run in front of an action. */
export type PlannedApproval = {
  /** In front of which action of the batch. */
  readonly at: number
  readonly pair: AllowanceKey
  /** Base units; 0 resets. */
  readonly amount: bigint
  /** The amount is the number of an NFT. */
  readonly isThing?: true
}

const approve = parseSignature('approve(address spender, uint256 amount)')
const permit2Approve = parseSignature(
  'approve(address token, address spender, uint160 amount, uint48 expiration)',
)

/**
 * Lists the allowances that an action pulls from.
 *
 * @returns needs in the order of its approvals; none for the native coin and for amounts of 0.
 */
export function needsOf(
  { selection, values, self }: ResolvedAction,
  at: number,
): readonly AllowanceEvent[] {
  const { action, combination } = selection
  const { drone } = combination.permissions[0]!
  return approvalsOf(action, values as unknown as Binding).flatMap(
    ({ token, spender, index, approval }): readonly AllowanceEvent[] => {
      const amount = amountIn(values, approval.amount, index)
      const pair = { owner: self, drone, keeper: 'token', token, spender } as const
      const isThing = action.parameters[approval.amount]?.kind === 'integer'
      if (isThing) return [{ kind: 'thing', at, pair, amount }]
      if (token === nativeAsset || amount === 0n) return []
      if (approval.through === undefined) return [{ kind: 'need', at, pair, amount }]
      return [
        { kind: 'need', at, pair: { ...pair, spender: permit2Address }, amount },
        { kind: 'need', at, pair: { ...pair, keeper: 'permit2' }, amount },
      ]
    },
  )
}

/**
 * Plans the approvals of a batch: each pair's needs in one sum in front of the first, anew after an action that sets the allowance itself; things one by one.
 *
 * @returns approvals in the order of the events that they serve.
 */
export function planApprovals(
  events: readonly AllowanceEvent[],
  allowance: (pair: AllowanceKey) => bigint | null,
  resets: (pair: AllowanceKey) => boolean | null,
): readonly PlannedApproval[] {
  const ledgers = new Map<string, AllowanceLedger>()
  const planned: (PlannedApproval & { readonly order: number })[] = []
  for (const [order, event] of events.entries()) {
    if (event.kind === 'thing') {
      planned.push({ at: event.at, pair: event.pair, amount: event.amount, order, isThing: true })
      continue
    }
    const key = keyOf(event.pair)
    const ledger = ledgers.get(key) ?? { allowance: allowance(event.pair), open: null }
    ledgers.set(key, ledger)
    if (event.kind === 'need') {
      if (ledger.open === null) ledger.open = { order, event, sum: event.amount }
      else ledger.open.sum = atMost(ledger.open.sum + event.amount)
      continue
    }
    planned.push(...closeLedger(ledger, resets))
    ledger.allowance = event.amount
  }
  for (const ledger of ledgers.values()) planned.push(...closeLedger(ledger, resets))
  return planned.sort((one, other) => one.order - other.order)
}

/**
 * Encodes the call of an approval.
 *
 * Permit2's allowances are for the block alone in which the batch runs: an expiration of 0 says so.
 * Source: Permit2 AllowanceTransfer, `approve`.
 */
export function approvalCallOf({ pair, amount }: Pick<PlannedApproval, 'pair' | 'amount'>) {
  const { keeper, token, spender } = pair
  return keeper === 'token'
    ? { target: token, data: encodeCall(approve, [spender, amount]) }
    : {
        target: permit2Address,
        data: encodeCall(permit2Approve, [token, spender, amount > most160 ? most160 : amount, 0n]),
      }
}

/** Names a pair so that equal pairs have equal names. */
export function keyOf({ owner, keeper, token, spender }: AllowanceKey): string {
  return `${owner}|${keeper}|${token}|${spender}`.toLowerCase()
}

const most160 = (1n << 160n) - 1n

type OpenNeed = { readonly order: number; readonly event: AllowanceEvent; sum: bigint }
type AllowanceLedger = { allowance: bigint | null; open: OpenNeed | null }

/** Closes what is open of a pair: nothing where enough is allowed, else the sum, after a reset where one is due. */
function closeLedger(ledger: AllowanceLedger, resets: (pair: AllowanceKey) => boolean | null) {
  const { open, allowance } = ledger
  ledger.open = null
  if (open === null || (allowance !== null && allowance >= open.sum)) return []
  const { order, sum, event } = open
  const step = { at: event.at, pair: event.pair, order }
  const isDue = isResetDue(allowance, event.pair.keeper === 'token' ? resets(event.pair) : false)
  const reset = isDue ? [{ ...step, amount: 0n }] : []
  return [...reset, { ...step, amount: sum }]
}

/** An allowance that is not known may be anything; a token of which nothing is known may want a reset. */
function isResetDue(allowance: bigint | null, resets: boolean | null): boolean {
  if (allowance === 0n || resets === false) return false
  return resets === true || allowance !== null
}

function amountIn(values: ActionInputValues, name: string, index: number | null): bigint {
  const value = values[name]
  if (typeof value === 'object' && index === null) return atMost(sumOf(value))
  const amount = typeof value === 'object' ? value[index!] : value
  return typeof amount === 'bigint' ? amount : 0n
}

function sumOf(amounts: readonly AbiValue[]): bigint {
  return amounts.reduce<bigint>((sum, one) => (typeof one === 'bigint' ? sum + one : sum), 0n)
}

function atMost(amount: bigint): bigint {
  return amount > maxAmount ? maxAmount : amount
}
