import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type AbiValue, droneTargetOf } from '@vaultwright/manager'
import {
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

/**
 * Tells whether an approval is what actions pull: to the base unit, where their amounts are known.
 *
 * @param actions - as the calldata has them, in order; one approval may stand for several in a row.
 */
export function isApprovalFor(approval: ApprovalCall, actions: readonly DecodedAction[]): boolean {
  const amounts = actions.flatMap(({ action, values }) =>
    approvalsOf(action, values as Binding).flatMap((wanted) => {
      if (!isSameAddress(wanted.token, approval.token)) return []
      const isThrough = wanted.approval.through !== undefined
      const isSpender =
        isSameAddress(wanted.spender, approval.spender) ||
        (isThrough && isSameAddress(permit2Address, approval.spender))
      return isSpender ? [amountIn(values[wanted.approval.amount], wanted.index)] : []
    }),
  )
  // All of a balance is approved as the balance, which the calldata does not hold.
  if (amounts.includes(largest)) return true
  return amounts.some((_, start) => {
    let sum = 0n
    return amounts.slice(start).some((amount) => {
      sum += amount
      return sum === approval.amount
    })
  })
}

const largest = 2n ** 256n - 1n

function amountIn(value: AbiValue | undefined, index: number | null): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value !== 'object') return 0n
  if (index !== null) return amountIn(value[index], null)
  return value.reduce<bigint>((sum, item) => sum + amountIn(item, null), 0n)
}

function accountIn(word: string): Address {
  return `0x${word.slice(24)}` as Address
}
