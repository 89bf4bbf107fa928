import type { Address, Hex } from '@vaultwright/base'
import type { ReadableCall } from '@vaultwright/protocols'
import type { CancelOrderData, SwapOrderData } from '@vaultwright/wire'
import type { RequestComparison } from '../built/action-comparison.ts'
import { type BuiltAt, checkAnswerBy } from '../built/check-answer.ts'
import type { BuiltCheck } from '../built/check-built.ts'
import { approvalProblems, isEnding, otherCalls } from './order-call.ts'
import { isAlive } from './order-status.ts'

/** Verifies the calldata that ends an order: it ends that one, and raises no allowance. */
export function checkCancel(
  answer: CancelOrderData,
  at: BuiltAt,
  order: SwapOrderData,
): BuiltCheck {
  return checkAnswerBy(answer, at, {
    compare: (calls) => compareCancel(calls, answer, order),
  })
}

/** Compares calls with a cancellation. */
export function compareCancel(
  calls: readonly ReadableCall[],
  answer: CancelOrderData,
  order: SwapOrderData,
): RequestComparison {
  const routes = answer.is_final
    ? (['cow/cancel_order'] as const)
    : (['cow/cancel_order', 'cow/withdraw_signature'] as const)
  const uid = order.order_uid as Hex
  const ending = calls.filter((call) => isEnding(call, uid, routes))
  const [before, after] = [BigInt(answer.allowance.raw_before), BigInt(answer.allowance.raw_after)]
  const problems = [
    ...(ending.length === (isAlive(order) ? 1 : 0)
      ? []
      : [
          isAlive(order)
            ? 'No call ends the order that you chose.'
            : 'The order has ended already.',
        ]),
    ...(answer.order_uid === order.order_uid ? [] : ['The answer is about another order.']),
    ...(after <= before ? [] : ['It raises an allowance.']),
    ...approvalProblems(calls, {
      token: order.order.sell_token as Address,
      relayer: null,
      before,
      after,
    }),
    ...otherCalls(calls, (call) => ending.includes(call)),
  ]
  const notes = answer.is_final
    ? []
    : ['It takes the signature back: the strategist may sign the order again.']
  return { problems, notes, uncompared: [] }
}
