import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type AbiValue, droneTargetOf } from '@vaultwright/manager'
import {
  type ActionApproval,
  approvalsOf,
  type Binding,
  type DecodedAction,
  permit2Address,
  type ReadableCall,
} from '@vaultwright/protocols'

/** An approval, as a call's calldata has it. */
export type ApprovalCall = {
  readonly token: Address
  readonly spender: Address
  /** Base units; 0 takes the approval back. */
  readonly amount: bigint
}

const approve = '0x095ea7b3'
const permit2Approve = '0x87517c45'

/** Reads a call as an approval; null for any other call. */
export function approvalIn(call: ReadableCall): ApprovalCall | null {
  const data = call.data.toLowerCase() as Hex
  const words = data.slice(10).match(/.{64}/g) ?? []
  const target = droneTargetOf(data) ?? call.target
  if (call.value !== 0n) return null
  if (data.startsWith(approve) && words.length >= 2)
    return { token: target, spender: accountIn(words[0]!), amount: BigInt(`0x${words[1]}`) }
  if (!data.startsWith(permit2Approve) || words.length < 4) return null
  if (!isSameAddress(target, permit2Address)) return null
  const [token, spender, amount] = words as [string, string, string]
  return { token: accountIn(token), spender: accountIn(spender), amount: BigInt(`0x${amount}`) }
}

/** Says if actions pull what an approval allows; `open` where their calldata does not say what they pull. */
export type ApprovalNeed = 'needed' | 'open' | 'foreign'

/**
 * Tells whether an approval is what actions pull: to the base unit, where their amounts are known.
 *
 * @param actions - as the calldata has them, in order; one approval may stand for several in a row.
 */
export function needOf(approval: ApprovalCall, actions: readonly DecodedAction[]): ApprovalNeed {
  const amounts = actions.flatMap(({ action, values }) =>
    approvalsOf(action, values as Binding).flatMap((wanted) => {
      if (!isSameAddress(wanted.token, approval.token)) return []
      return isFor(approval, wanted.approval, wanted.spender)
        ? [amountIn(values[wanted.approval.amount], wanted.index)]
        : []
    }),
  )
  if (isSumOfSome(approval.amount, amounts)) return 'needed'
  return actions.some((action) => mayPull(action, approval)) ? 'open' : 'foreign'
}

/** True if an approval outlasts every supply; tokens keep allowances in fields of 96, 128 or more bits. */
export function isUnlimited({ amount }: ApprovalCall): boolean {
  return amount >= 2n ** 127n - 1n || amount === 2n ** 96n - 1n
}

function isFor({ spender }: ApprovalCall, { through }: ActionApproval, puller: string): boolean {
  const isPuller = isSameAddress(puller as Address, spender)
  return isPuller || (through !== undefined && isSameAddress(permit2Address, spender))
}

function isSumOfSome(amount: bigint, amounts: readonly bigint[]): boolean {
  // All of a balance is approved as the balance, which the calldata does not hold.
  if (amounts.includes(largest)) return true
  return amounts.some((_, start) => {
    let sum = 0n
    return amounts.slice(start).some((one) => {
      sum += one
      return sum === amount
    })
  })
}

/** True if the calldata of an action does not state token, amount or puller, and states nothing else. */
function mayPull({ action, values }: DecodedAction, approval: ApprovalCall): boolean {
  return action.approvals.some((wanted) => {
    const token = values[wanted.token]
    const spender = wanted.spender.startsWith('0x') ? wanted.spender : values[wanted.spender]
    const amount = values[wanted.amount]
    if (token !== undefined && spender !== undefined && amount !== undefined) return false
    const isToken = token === undefined || isSameAddress(token as Address, approval.token)
    const isSpender = typeof spender !== 'string' || isFor(approval, wanted, spender)
    const isAmount = amount === undefined || isSumOfSome(approval.amount, [amountIn(amount, null)])
    return isToken && isSpender && isAmount
  })
}

const largest = 2n ** 256n - 1n

/** Sums an amount, or the amounts of a list; one of the list where its index is given. */
export function amountIn(value: AbiValue | undefined, index: number | null): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value !== 'object') return 0n
  if (index !== null) return amountIn(value[index], null)
  return value.reduce<bigint>((sum, item) => sum + amountIn(item, null), 0n)
}

function accountIn(word: string): Address {
  return `0x${word.slice(24)}` as Address
}
