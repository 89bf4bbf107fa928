import { BaseError } from '@vaultwright/base'
import { type Chain, simulateOnNode } from '@vaultwright/chain'
import { type Statement, statementOf } from '@vaultwright/outcome'
import { callHashOf } from '@vaultwright/packet'
import {
  type SafeAccountState,
  type SafeCall,
  type SafeTransaction,
  safeTransactionHashOf,
} from '@vaultwright/safe'

/** A transaction of a Safe, and the bound of what comes in. */
export type StatementDraft = {
  readonly account: SafeAccountState
  readonly transaction: SafeTransaction
  readonly slippageBps: bigint
}

/**
 * Simulates one plain call of a Safe at the block of its account, and states what it does.
 *
 * @throws {StatementError} when the transaction has several calls, or the simulation reverts.
 */
export async function stateProposal(
  chain: Chain,
  { account, transaction, slippageBps }: StatementDraft,
): Promise<Statement> {
  const { safe, chainId, version } = account
  const { to, value, data, operation, nonce } = transaction
  if (operation !== 'call') throw new StatementError('it has several calls')
  const call: SafeCall = { to, value, data }
  const block = account.blockHash
  const simulation = await simulateOnNode(chain, { ...call, from: safe, block })
  const { vault, drones } = simulation
  const watched = [safe, ...(vault === null ? [] : [vault]), ...(drones ?? [])]
  const safeTxHash = safeTransactionHashOf(transaction, account)
  const contentHash = callHashOf({ chainId, ...call })
  const subject = { safe, chainId, version, nonce, safeTxHash, contentHash, watched, slippageBps }
  const statement = statementOf(simulation, subject)
  if (statement === null) throw new StatementError('its simulation reverts')
  return statement
}

/** Nothing can be stated of a transaction. */
class StatementError extends BaseError {
  override readonly code = 'statement_not_possible'
  override readonly kind = 'unsupported'

  constructor(reason: string) {
    super({
      message: `Nothing can be stated of this transaction: ${reason}. Propose it without a statement.`,
      facts: { reason },
    })
  }
}
