import { BaseError } from '@vaultwright/base'
import { RpcRefusedError } from '../rpc/refusal.ts'
import type { RpcAnswer, RpcCall } from '../rpc/rpc.ts'
import { RequestBudgetError } from './http-budget.ts'
import { RpcHttpError } from './http-exchange.ts'
import type { HttpNode } from './http-node.ts'

/**
 * Sends a node a request that must not be repeated.
 *
 * A request may arrive although no answer comes back: repeating it is the caller's choice.
 *
 * @returns the answers, in the order of the questions.
 * @throws {RpcUnsureError} when it is not known whether it was carried out.
 */
export async function askOnce(
  calls: readonly RpcCall[],
  { node, isReading }: { readonly node: HttpNode; readonly isReading: (call: RpcCall) => boolean },
): Promise<readonly RpcAnswer[]> {
  try {
    return await node.ask(calls)
  } catch (error) {
    if (!(error instanceof BaseError) || isUndone(error)) throw error
    const method = calls.find((call) => !isReading(call))!.method
    throw new RpcUnsureError(method, node.shown, error)
  }
}

/** A node that did not look at the request has not carried it out. */
function isUndone(error: BaseError): boolean {
  if (error instanceof RequestBudgetError || error instanceof RpcRefusedError) return true
  if (error instanceof RpcHttpError) return error.status < 500
  return !error.retryable && error.code !== 'rpc_answer_too_large' && error.code !== 'rpc_closed'
}

/** A question that changes something may or may not have been carried out. */
class RpcUnsureError extends BaseError {
  override readonly code = 'rpc_unsure'
  override readonly kind = 'unavailable'

  constructor(method: string, endpoint: string, cause: BaseError) {
    super({
      message: `${endpoint} may or may not have carried out ${method}: ${cause.shortMessage} Look whether it did before sending it again.`,
      facts: { method, endpoint, why: cause.code },
      cause,
    })
  }
}
