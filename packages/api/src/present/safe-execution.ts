import type { SafeExecutionData } from '@vaultwright/wire'
import type { FollowedSafe } from '../safe/execution.ts'
import { safeStatementOf } from './safe-proposal.ts'

/** Writes the end of a transaction beside what was said of it. */
export function safeExecutionOf({
  statement,
  units,
  followed,
  isFinal,
}: FollowedSafe): SafeExecutionData {
  const { outcome, differences, moves, approvals, execution, replacedBy } = followed
  return {
    safe_tx_hash: statement.safeTxHash,
    nonce: String(statement.nonce),
    outcome,
    is_final: isFinal,
    differences: differences.map(({ code, message }) => ({ code, message })),
    moves: moves.map(({ token, holder, bounds, happened }) => ({
      token_address: token,
      holder_address: holder,
      is_stated: bounds !== null,
      raw_at_least: textOrNull(bounds?.atLeast),
      raw_at_most: textOrNull(bounds?.atMost),
      raw_happened: String(happened),
    })),
    approvals: approvals.map(({ standard, token, owner, spender, limit, happened }) => ({
      standard,
      token_address: token,
      owner_address: owner,
      spender_address: spender,
      raw_said: textOrNull(limit),
      raw_happened: textOrNull(happened),
    })),
    execution:
      execution === null
        ? null
        : {
            transaction_hash: execution.transactionHash,
            block_number: Number(execution.block.number),
            block_hash: execution.block.hash,
            basis: execution.basis,
            is_direct: execution.isDirect,
          },
    replaced_by: replacedBy,
    statement: safeStatementOf(statement, units),
  }
}

function textOrNull(amount: bigint | null | undefined): string | null {
  return amount === null || amount === undefined ? null : String(amount)
}
