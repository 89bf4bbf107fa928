import type { ChainUnit } from '@vaultwright/chain'
import type { Statement } from '@vaultwright/outcome'
import { safeLinkOf } from '@vaultwright/safe'
import type { SafeProposalData, SafeStatementData } from '@vaultwright/wire'
import type { MadeProposal } from '../safe/propose.ts'
import type { SafePlace } from '../safe/safe-place.ts'
import { safeTokensOf } from './safe-token.ts'

/** Writes the end of a proposal. */
export function safeProposalOf(
  { safeRef, chainId }: SafePlace,
  { result, delegate, look, stating }: MadeProposal,
): SafeProposalData {
  const { outcome, message, safeTxHash: hash, nonce, verdict } = result
  const entry = look?.queue.entries.find(({ verified }) => verified.hash === hash)
  return {
    outcome,
    message,
    state: entry?.state ?? null,
    safe_tx_hash: hash,
    nonce: String(nonce),
    answer: verdict.answer,
    reasons: verdict.reasons.map(({ weight, code, path, message }) => {
      return { weight, code, path, message }
    }),
    delegate,
    statement:
      stating.statement === null ? null : safeStatementOf(stating.statement, stating.units),
    statement_missing: stating.because,
    link: safeLinkOf({ safe: safeRef.safe, chainId }, hash),
  }
}

/** Writes the bounds of a transaction. */
export function safeStatementOf(
  { block, moves, approvals }: Statement,
  units: readonly ChainUnit[],
): SafeStatementData {
  return {
    block_number: Number(block),
    moves: moves.map(({ token, holder, atLeast, atMost }) => ({
      token_address: token,
      holder_address: holder,
      raw_at_least: String(atLeast),
      raw_at_most: atMost === null ? null : String(atMost),
    })),
    approvals: approvals.map(({ standard, token, owner, spender, after }) => ({
      standard,
      token_address: token,
      owner_address: owner,
      spender_address: spender,
      raw_at_most: String(after),
    })),
    tokens: safeTokensOf(units),
  }
}
