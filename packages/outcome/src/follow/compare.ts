import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { accrualsOf, lendersIn } from '../effect/accrual.ts'
import { type ApprovalKey, approvalRead } from '../effect/approval.ts'
import { balanceChangeOf, isGrownBalance } from '../effect/balance.ts'
import { decodeLogs } from '../trace/simulated-log.ts'
import { approvalsIn, type MeasuredExecution, watchedKeysOf } from './execution.ts'
import {
  keyOf,
  movesInLogs,
  movesWithInterest,
  observedTransfersOf,
  partiesOf,
  type StatedMove,
  type Statement,
} from './statement.ts'

/** One difference between the statement and the execution. */
export type FollowDifference = {
  readonly code:
    | 'failed'
    | 'other_transaction'
    | 'move_out_of_bounds'
    | 'move_not_stated'
    | 'interest_open'
    | 'moved_beside'
    | 'approval_above'
    | 'approval_not_stated'
    | 'module_acted'
    | 'governance'
    | 'moved_in_block'
    | 'balance_unread'
    | 'approval_unread'
    | 'not_traced'
  /** One sentence. */
  readonly message: string
}

/** The outcome of an execution. */
export type FollowOutcome = 'executed_as_said' | 'executed_otherwise' | 'failed' | 'undecided'

/** The stated bounds of one balance, and what the execution moved of it. Base units. */
export type FollowMove = {
  readonly token: Address
  readonly holder: Address
  /** Null where nothing was stated. */
  readonly bounds: Pick<StatedMove, 'atLeast' | 'atMost'> | null
  readonly happened: bigint
}

/** The stated limit of one approval, and what it is after the block. Base units. */
export type FollowApproval = ApprovalKey & {
  /** Null where nothing was stated. */
  readonly limit: bigint | null
  /** Null where it cannot be read. */
  readonly happened: bigint | null
}

/** An execution beside its statement: the outcome, every difference, and the table of both. */
export type ComparedExecution = {
  readonly outcome: FollowOutcome
  readonly differences: readonly FollowDifference[]
  readonly moves: readonly FollowMove[]
  readonly approvals: readonly FollowApproval[]
}

/** Differences that leave open whether the transaction itself kept to its statement. */
const openCodes: ReadonlySet<FollowDifference['code']> = new Set([
  'moved_in_block',
  'balance_unread',
  'approval_unread',
  'not_traced',
  'interest_open',
])

/**
 * Logs by which a Safe tells that its rules changed, or that a module acted for it.
 *
 * Source: OwnerManager, ModuleManager, GuardManager, FallbackManager of the Safe contracts.
 */
const safeTopics = new Map<Hex, string>([
  ['0x9465fa0c962cc76958e6373a993326400c1c94f8be2fe3a952adfa7f60b2ea26', 'AddedOwner'],
  ['0xf8d49fc529812e9a7c5c50e69c20f0dccc0db8fa95c98bc58cc9a4f1c1299eaf', 'RemovedOwner'],
  ['0x610f7ff2b304ae8903c3de74c60c6ab1f7d6226b3f52c5161905bb5ad4039c93', 'ChangedThreshold'],
  ['0xecdf3a3effea5783a3c4c2140e677577666428d44ed9d474a0b3a4c9943f8440', 'EnabledModule'],
  ['0xaab4fa2b463f581b2b32cb3b7e3b704b9ce37cc209b5fb4d77e593ace4054276', 'DisabledModule'],
  ['0x1151116914515bc0891ff9047a6cb32cf902546f83066499bcf8ba33d2353fa2', 'ChangedGuard'],
  ['0xcd1966d6be16bc0c030cc741a06c6e0efaf8d00de2c8b6a9e11827e125de8bb8', 'ChangedModuleGuard'],
  ['0x5ac6c46c93c8d0e53714ba3b53db3e7c046da994313d7ed0d192028bc7c228b0', 'ChangedFallbackHandler'],
])
const moduleTopic: Hex = '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8'

/**
 * Compares what was stated of a transaction with its execution: logs of its frame, balances and approvals around its
 * block, and everything else that the Safe logged in the same transaction.
 *
 * @returns the outcome, and every difference; without one it is executed as said.
 */
export function compareExecution(
  statement: Statement,
  execution: MeasuredExecution,
): ComparedExecution {
  if (execution.safeTxHash !== statement.safeTxHash) {
    const message = `The execution is of ${execution.safeTxHash}, the statement of ${statement.safeTxHash}.`
    const nothing = { moves: [], approvals: [] }
    return {
      outcome: 'undecided',
      differences: [{ code: 'other_transaction', message }],
      ...nothing,
    }
  }
  const table = {
    moves: followMovesOf(statement, execution),
    approvals: followApprovalsOf(statement, execution),
  }
  if (!execution.isSuccess) {
    const message = `The Safe made the call and it failed: nothing of it happened, and the nonce ${statement.nonce} is used.`
    return { outcome: 'failed', differences: [{ code: 'failed', message }], ...table }
  }
  const differences = [
    ...moveDifferencesOf(table.moves, statement, execution),
    ...balanceDifferences(statement, execution),
    ...table.approvals.flatMap(approvalDifferences),
    ...safeDifferencesOf(statement.safe, execution),
    ...traceDifferences(execution),
  ]
  const isOpen = differences.every(({ code }) => openCodes.has(code))
  if (differences.length === 0) return { outcome: 'executed_as_said', differences, ...table }
  return { outcome: isOpen ? 'undecided' : 'executed_otherwise', differences, ...table }
}

/** Lists the stated moves, and behind them those that were not stated. */
function followMovesOf(
  { moves, watched }: Statement,
  { logs, native }: MeasuredExecution,
): readonly FollowMove[] {
  const moved = new Map(movesInLogs(decodeLogs(logs), native, watched))
  const stated = moves.map(({ token, holder, ...bounds }): FollowMove => {
    const happened = moved.get(keyOf(token, holder)) ?? 0n
    moved.delete(keyOf(token, holder))
    return { token, holder, bounds, happened }
  })
  const unstated = [...moved].map(([key, happened]) => {
    return { ...partiesOf(key), bounds: null, happened }
  })
  return [...stated, ...unstated]
}

/**
 * Lists the moves that are not within their bounds.
 *
 * An older statement may count interest, of which nothing tells how much there was: of a token that logs interest, what
 * is not within the bounds by either count is left open.
 */
function moveDifferencesOf(
  moves: readonly FollowMove[],
  { mayCountInterest, watched }: Statement,
  { logs, native }: MeasuredExecution,
): readonly FollowDifference[] {
  if (mayCountInterest !== true) return moves.flatMap(moveDifferences)
  const decoded = decodeLogs(logs)
  const lenders = lendersIn(decoded)
  const withInterest = movesWithInterest(decoded, native, watched)
  const listed = new Set(moves.map(({ token, holder }) => keyOf(token, holder)))
  const further = [...withInterest.keys()]
    .filter((key) => !listed.has(key))
    .map((key): FollowMove => ({ ...partiesOf(key), bounds: null, happened: 0n }))
  return [...moves, ...further].flatMap((move) => {
    const { token, holder, happened } = move
    if (!lenders.has(token)) return moveDifferences(move)
    const counted = withInterest.get(keyOf(token, holder)) ?? 0n
    if (isWithin(move, happened) && isWithin(move, counted)) return []
    const message = `The balance of ${holder} changed by ${happened} of ${token}, and by ${counted} with interest. This older statement may count interest: whether that is within what was stated cannot be told.`
    return [{ code: 'interest_open' as const, message }]
  })
}

/** True if an amount is within the bounds of a move; nothing is within none. */
function isWithin({ bounds }: FollowMove, amount: bigint): boolean {
  if (bounds === null) return amount === 0n
  return amount >= bounds.atLeast && (bounds.atMost === null || amount <= bounds.atMost)
}

function moveDifferences(move: FollowMove): readonly FollowDifference[] {
  const { token, holder, bounds, happened } = move
  if (isWithin(move, happened)) return []
  const changed = `The balance of ${holder} changed by ${happened} of ${token}`
  if (bounds === null)
    return [{ code: 'move_not_stated', message: `${changed}, which was not stated.` }]
  const { atLeast, atMost } = bounds
  const range =
    atMost === null
      ? `at least ${atLeast}`
      : atLeast === atMost
        ? `${atLeast}`
        : `${atLeast} to ${atMost}`
  return [{ code: 'move_out_of_bounds', message: `${changed}; stated was ${range}.` }]
}

/** Holds the transaction against the frame, and the block against the transaction. */
function balanceDifferences(
  statement: Statement,
  execution: MeasuredExecution,
): readonly FollowDifference[] {
  const { watched } = statement
  const { logs, native, receiptLogs, transactionNative, measured, seconds } = execution
  const decoded = decodeLogs(receiptLogs)
  const transfers = observedTransfersOf(decoded, transactionNative)
  const inFrame = movesInLogs(decodeLogs(logs), native, watched)
  const inTransaction = movesInLogs(decoded, transactionNative, watched)
  const input = { measurement: measured, transfers, accruals: accrualsOf(decoded) }
  return watchedKeysOf(statement, execution).flatMap((key): readonly FollowDifference[] => {
    const { token, holder } = partiesOf(key)
    const beside = (inTransaction.get(key) ?? 0n) - (inFrame.get(key) ?? 0n)
    const differences: FollowDifference[] = []
    if (beside !== 0n) {
      const message = `The balance of ${holder} changed by ${beside} more of ${token} in the same transaction, outside of what was signed.`
      differences.push({ code: 'moved_beside', message })
    }
    const change = balanceChangeOf(token, holder, input)
    if (change === null) {
      const message = `The balance of ${holder} in ${token} cannot be read around the block.`
      return [...differences, { code: 'balance_unread', message }]
    }
    if (change.isReconciled || isGrownBalance(change, seconds, input)) return differences
    const message = `The balance of ${holder} changed by ${change.change} of ${token} in the block; the transaction moved ${change.logged}.`
    return [...differences, { code: 'moved_in_block', message }]
  })
}

/** Lists the stated approvals, and behind them others of watched owners that stay. */
function followApprovalsOf(
  { approvals, watched }: Statement,
  { receiptLogs, measured }: MeasuredExecution,
): readonly FollowApproval[] {
  const after = (mark: ApprovalKey, logged: bigint | null) => {
    const question = approvalRead(mark)
    return question === null ? logged : (measured.get(question.key)?.after ?? null)
  }
  const inLogs = approvalsIn(receiptLogs, watched)
  const isOf = (one: ApprovalKey) => (other: ApprovalKey) => textOf(one) === textOf(other)
  const stated = approvals.map(({ after: limit, ...mark }): FollowApproval => {
    return { ...mark, limit, happened: after(mark, inLogs.find(isOf(mark))?.logged ?? null) }
  })
  const furtherMarks = inLogs.filter((mark) => !approvals.some(isOf(mark)))
  const unstated = furtherMarks.map(({ logged, ...mark }): FollowApproval => {
    return { ...mark, limit: null, happened: after(mark, logged) }
  })
  return [...stated, ...unstated.filter(({ happened }) => happened !== 0n)]
}

function approvalDifferences({
  limit,
  happened,
  ...mark
}: FollowApproval): readonly FollowDifference[] {
  const { spender, token, owner, standard } = mark
  if (happened === null) {
    const message =
      limit === null
        ? `What ${spender} may take of ${token} cannot be read: ${owner} approved it.`
        : `What ${spender} may still take of ${token} cannot be read.`
    return [{ code: 'approval_unread', message }]
  }
  const may = `${spender} may take ${happened} of ${token} from ${owner}`
  if (limit === null) {
    return [{ code: 'approval_not_stated', message: `${may}, which was not stated.` }]
  }
  if (happened <= limit || standard === 'erc721') return []
  return [{ code: 'approval_above', message: `${may}; stated was ${limit}.` }]
}

function textOf({ standard, token, owner, spender, id }: ApprovalKey): string {
  return [standard, token, owner, spender, id].join(' ').toLowerCase()
}

/** Names what the Safe logged of itself anywhere in the transaction. */
export function safeDifferencesOf(
  safe: Address,
  { receiptLogs }: Pick<MeasuredExecution, 'receiptLogs'>,
): readonly FollowDifference[] {
  return receiptLogs.flatMap(({ address, topics, data }): readonly FollowDifference[] => {
    const [topic] = topics
    if (topic === undefined || !isSameAddress(address, safe)) return []
    if (topic === moduleTopic) {
      const message = `The module ${moduleIn(topics[1] ?? data)} made the Safe act in the same transaction.`
      return [{ code: 'module_acted', message }]
    }
    const name = safeTopics.get(topic)
    if (name === undefined) return []
    return [
      { code: 'governance', message: `The Safe logged ${name}: it changed who may act, or how.` },
    ]
  })
}

/** Without a trace, other calls in the same transaction cannot be told from this one. */
function traceDifferences({ basis, isDirect }: MeasuredExecution): readonly FollowDifference[] {
  if (basis === 'trace' || isDirect) return []
  const message =
    'The transaction reached the Safe through another contract, and the node gives no trace: its logs may be of other calls.'
  return [{ code: 'not_traced', message }]
}

function moduleIn(word: Hex): Address {
  return `0x${word.slice(-40)}`
}
