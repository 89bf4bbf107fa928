import { batchLinesOf } from '@vaultwright/check'
import { callContextOf } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import { parseExecutionDetails, withTokenUnits } from '@vaultwright/safe-service'
import type { Deployment, StoredExecution, VaultRef } from '@vaultwright/store'
import { printTime, type VaultExecutionData } from '@vaultwright/wire'
import { safeTokensOf } from './safe-token.ts'

/** Writes something that was executed for a vault. */
export function executionOf(
  execution: StoredExecution,
  { chain, vault }: VaultRef,
  { manager, drones }: Pick<Deployment, 'manager' | 'drones'>,
): VaultExecutionData {
  const { strategist, safeTxHash, outcome } = execution
  const { calldata, moves, findings, ...details } = parseExecutionDetails(execution.body)
  const chainId = chainOf(chain)?.id ?? null
  const naming = withTokenUnits({ ...callContextOf(chainId, vault), drones }, details.units)
  const isStated = outcome !== null && strategist !== null && safeTxHash !== null
  return {
    transaction_hash: execution.txHash,
    block_number: Number(execution.block),
    block_hash: execution.blockHash,
    log_index: execution.logIndex,
    executed_at: printTime(execution.atUnix),
    strategist,
    origin: details.origin,
    safe_tx_hash: safeTxHash,
    calls: execution.calls,
    sentences: calldata === null ? [] : [...batchLinesOf(calldata, naming, { manager })],
    moves: moves.map(({ token, holder, amount }) => ({
      token_address: token,
      holder_address: holder,
      raw_amount: String(amount),
    })),
    tokens: safeTokensOf(details.units),
    basis: details.basis,
    outcome: outcome as VaultExecutionData['outcome'],
    not_stated_because: details.notStatedBecause,
    findings: findings.map(({ code, message }) => ({ code, message })),
    links: { receipt: isStated ? `/safes/${chain}/${strategist}/executions/${safeTxHash}` : null },
  }
}
