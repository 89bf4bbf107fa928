import { BaseError } from '@vaultwright/base'
import { type Chain, simulateOnNode } from '@vaultwright/chain'
import { type SimulationRequest, type Statement, statementOf } from '@vaultwright/outcome'
import { contentHashOf } from '@vaultwright/packet'
import {
  encodeSafeExecution,
  packSignatures,
  parseServiceEntry,
  printServiceEntry,
  type SafeAccountState,
  type SafeTransaction,
  safeStorageOf,
  safeTransactionHashOf,
} from '@vaultwright/safe'

/** A transaction of a Safe, and the bound of what comes in. */
export type StatementDraft = {
  readonly account: SafeAccountState
  readonly transaction: SafeTransaction
  readonly slippageBps: bigint
}

/**
 * Simulates a transaction of a Safe at the block of its account, and states what it does.
 *
 * @throws {StatementError} when the simulation reverts; what simulating throws.
 */
export async function stateProposal(
  chain: Chain,
  { account, transaction, slippageBps }: StatementDraft,
): Promise<Statement> {
  const { safe, chainId, version } = account
  const { nonce } = transaction
  const request = simulationOf(account, transaction)
  const simulation = await simulateOnNode(chain, { ...request, block: account.blockHash })
  const { vault, drones } = simulation
  const watched = [safe, ...(vault === null ? [] : [vault]), ...(drones ?? [])]
  const safeTxHash = safeTransactionHashOf(transaction, account)
  const row = printServiceEntry(transaction, { safe, hash: safeTxHash })
  const contentHash = contentHashOf(parseServiceEntry(row).call, { chainId, to: null })
  const subject = { safe, chainId, version, nonce, safeTxHash, contentHash, watched, slippageBps }
  const statement = statementOf(simulation, subject)
  if (statement === null) throw new StatementError()
  return statement
}

/**
 * Makes the call to simulate: a plain call as the Safe makes it; several calls, which the library makes inside the Safe,
 * as an execution that one owner sends to a Safe whose threshold is one.
 */
function simulationOf(account: SafeAccountState, transaction: SafeTransaction): SimulationRequest {
  const { safe, owners } = account
  const { to, value, data, operation } = transaction
  if (operation === 'call') return { from: safe, to, value, data }
  const [owner] = owners
  if (owner === undefined) throw new StatementError()
  const signatures = packSignatures([{ owner, signature: { kind: 'approved_hash', owner } }])
  const words = safeStorageOf({ ...account, threshold: 1 })
  const { slot, word } = words.find(({ field }) => field === 'threshold')!
  const overrides = { [safe]: { stateDiff: { [slot]: word } } }
  return {
    from: owner,
    to: safe,
    data: encodeSafeExecution({ ...transaction, signatures }),
    overrides,
  }
}

/** Nothing can be stated of a transaction. */
class StatementError extends BaseError {
  override readonly code = 'statement_not_possible'
  override readonly kind = 'unsupported'

  constructor() {
    super({
      message:
        'Nothing can be stated of this transaction: its simulation reverts. Propose it without a statement.',
    })
  }
}
