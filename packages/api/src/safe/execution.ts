import { type Address, BaseError, type Hex } from '@vaultwright/base'
import type { ChainUnit } from '@vaultwright/chain'
import type { Statement } from '@vaultwright/outcome'
import { encodeSafeExecution, executableSignaturesOf } from '@vaultwright/safe'
import { type Followed, parseStatement } from '@vaultwright/safe-service'
import type { Actor } from '@vaultwright/store'
import { entryIn, lookAtSafe } from './safe-look.ts'
import { openSafeChain, type SafePlace } from './safe-place.ts'
import { unitsOfStatement } from './statement-unit.ts'

/** The end of a transaction, and whether its block is final. */
export type FollowedSafe = {
  readonly statement: Statement
  /** Of tokens that are not on record. */
  readonly units: readonly ChainUnit[]
  readonly followed: Followed
  readonly isFinal: boolean
}

/**
 * Follows a transaction that was stated to its execution. No service is asked.
 *
 * @throws {SafeStatementNotFoundError} where no statement is kept; what reading throws.
 */
export async function followOn(place: SafePlace, hash: Hex): Promise<FollowedSafe> {
  const { context, tenantId, safeRef } = place
  const stored = await context.store.safeQueues.findStatement(tenantId, safeRef, hash)
  if (stored === null) throw new SafeStatementNotFoundError(hash)
  const statement = parseStatement(JSON.parse(stored.body), hash)
  const chain = await openSafeChain(place)
  const followed = await context.safes.follow(chain, statement, 'latest')
  const moved = [...followed.moves, ...followed.approvals].map(({ token }) => token)
  const units = await unitsOfStatement(place, statement, moved)
  const { execution } = followed
  if (execution === null) return { statement, units, followed, isFinal: false }
  const { number } = await chain.readBlock('finalized')
  return { statement, units, followed, isFinal: execution.block.number <= number }
}

/** A transaction of a queue, and the account that will send it. */
export type SendingDraft = { readonly hash: Hex; readonly sender: Address; readonly actor: Actor }

/** The call of the Safe that makes it do what its owners signed. */
export type Sending = { readonly data: Hex; readonly nonce: bigint; readonly gasUsed: bigint }

/**
 * Makes the execution of an entry that is ready, simulates it from its sender, and writes into the audit log that it
 * was asked for. Nothing is sent here.
 *
 * @throws {SafeTransactionNotFoundError} {SafeNotReadyError} {SafeSendingRefusedError}; what reading throws.
 */
export async function sendingOf(
  place: SafePlace,
  { hash, sender, actor }: SendingDraft,
): Promise<Sending> {
  const { context, tenantId, safeRef } = place
  const look = await lookAtSafe(place)
  const { verified, state, verdict } = entryIn(look, hash)
  const { account } = look.safe
  const signatures = executableSignaturesOf(verified.signatures, account)
  const isReady = state === 'ready' || state === 'ready_in_conflict'
  if (!isReady || signatures === null) throw new SafeNotReadyError(hash, `it is ${state}`)
  if (verdict.answer === 'no') throw new SafeNotReadyError(hash, 'the answer to it is No')
  const { transaction } = verified.entry
  const data = encodeSafeExecution({ ...transaction, signatures })
  const call = { from: sender, to: safeRef.safe, data, block: account.blockHash }
  const { outcome, gasUsed } = await context.safes.simulate(await openSafeChain(place), call)
  if (outcome.status !== 'success') throw new SafeSendingRefusedError(hash, account.blockNumber)
  const details = {
    chain: safeRef.chain,
    safe_tx_hash: hash,
    nonce: String(transaction.nonce),
    sender,
  }
  const note = { actor, act: 'safe.send', subject: safeRef.safe, details } as const
  await context.store.audit.note(tenantId, note)
  return { data, nonce: transaction.nonce, gasUsed }
}

/** Nothing was stated of a transaction, so that nothing can be compared. */
class SafeStatementNotFoundError extends BaseError {
  override readonly code = 'safe_statement_not_found'
  override readonly kind = 'not_found'

  constructor(hash: Hex) {
    super({
      message: `No statement of ${hash} is kept. Transactions are stated when they are proposed here.`,
      facts: { hash },
    })
  }
}

/** An entry of a queue cannot run now. */
class SafeNotReadyError extends BaseError {
  override readonly code = 'safe_not_ready'
  override readonly kind = 'conflict'

  constructor(hash: Hex, reason: string) {
    super({
      message: `The transaction ${hash} is not executed: ${reason}. Look into the queue.`,
      facts: { hash, reason },
    })
  }
}

/** The execution of an entry reverts. */
class SafeSendingRefusedError extends BaseError {
  override readonly code = 'safe_execution_reverts'
  override readonly kind = 'conflict'

  constructor(hash: Hex, block: bigint) {
    super({
      message: `The execution of ${hash} reverts at block ${block}. Do not send it.`,
      facts: { hash, block: String(block) },
    })
  }
}
