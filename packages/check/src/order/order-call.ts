import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { approvalIn } from '@vaultwright/packet'
import { actionsOfCall, parseOrderUid, type ReadableCall } from '@vaultwright/protocols'

/** The allowance that orders are to have. Base units. */
export type AllowancePlan = {
  readonly token: Address
  /** Null where the answer does not name it. */
  readonly relayer: Address | null
  readonly before: bigint
  readonly after: bigint
}

/** Says which approvals of a batch are not what an allowance needs. */
export function approvalProblems(
  calls: readonly ReadableCall[],
  { token, relayer, before, after }: AllowancePlan,
): string[] {
  const approvals = calls.flatMap((call) => approvalIn(call) ?? [])
  const foreign = approvals.filter(
    (each) =>
      !isSameAddress(each.token, token) ||
      (relayer !== null && !isSameAddress(each.spender, relayer)) ||
      (each.amount !== 0n && each.amount !== after),
  )
  const last = approvals.at(-1)?.amount ?? before
  return [
    ...foreign.map(
      (each) =>
        `It approves ${each.amount} of ${each.token} to ${each.spender}, which is not needed.`,
    ),
    ...(last === after ? [] : [`It leaves an allowance of ${last}, and says ${after}.`]),
  ]
}

/** Tells whether a call ends an order: for good, or also by taking its signature back. */
export function isEnding(
  call: ReadableCall,
  uid: Hex,
  routes: readonly ('cow/cancel_order' | 'cow/withdraw_signature')[],
): boolean {
  const { digest, validTo } = parseOrderUid(uid)
  return actionsOfCall(call).some(
    ({ action, values }) =>
      routes.some((route) => route === action.route) &&
      values.order_digest === digest &&
      values.valid_to === validTo,
  )
}

/** Says which calls are neither needed nor approvals. */
export function otherCalls(
  calls: readonly ReadableCall[],
  isNeeded: (call: ReadableCall) => boolean,
): string[] {
  return calls.flatMap((call, index) =>
    isNeeded(call) || approvalIn(call) !== null ? [] : [`The order does not need call ${index}.`],
  )
}
