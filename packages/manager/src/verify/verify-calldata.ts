import {
  type Address,
  BaseError,
  type Digest,
  type Hex,
  isSameAddress,
  printHex,
} from '@vaultwright/base'
import { rootOf } from '@vaultwright/merkle'
import { managerSelectors } from '@vaultwright/registry'
import { type EncodingNote, encodingNotesOf } from '../call/encoding-note.ts'
import { type OpenedCall, openBytesOf } from '../call/opened-call.ts'
import type { LeafTree } from '../leaf/leaf-tree.ts'
import { type BatchCall, type DecodedBatch, readBatch } from '../manage/batch.ts'
import { decodeFlashLoan } from '../manage/flash-loan.ts'
import { type BatchLengths, UnevenBatchError } from '../manage/manage-decode.ts'
import type { ManagerState } from '../manage/manager-state.ts'
import type { RuleBook } from '../rule/rule-book.ts'
import { type Certainty, certaintyOf, worstOf } from './certainty.ts'
import type { PackContext } from './outcome.ts'
import type { AnswerSource } from './packed-answer.ts'
import { type Prediction, predictRevert } from './prediction.ts'
import type { Refusal } from './refusal.ts'
import { type CallCheck, type CheckContext, checkCall } from './verify-call.ts'

/** Options of verifying a batch. A root without its tree is enough where rules are known. */
export type VerifyOptions = PackContext & {
  /** The strategist's tree. */
  readonly tree?: LeafTree
  /** The strategist's root on chain; the tree's own when not said. */
  readonly root?: Digest
  /** The tree of the Manager's own root, which flash loans are proven against. */
  readonly managerTree?: LeafTree
  /** The Manager's own root on chain; its tree's when not said. */
  readonly managerRoot?: Digest
  /** The Manager. When not said, a `flashLoan` whose target is its own recipient counts as its own. */
  readonly manager?: Address
  /** Facts of the chain that calldata lacks; they change the prediction and no call's verdict. */
  readonly state?: ManagerState
  /** Answers of the decoders on the chain; they decide on a call, whatever the rules say. */
  readonly answerOf?: AnswerSource
}

/** The verdict of one call. */
export type CallVerdict = CallCheck & {
  /** The path of the call: `[2, 0]` is the first call inside the flash loan that is the third call. */
  readonly path: readonly number[]
  readonly verdict: Certainty
  readonly decoder: Address
  readonly target: Address
  /** Null when the calldata is shorter than a selector. */
  readonly selector: Hex | null
  /** Wei. */
  readonly value: bigint
  /** The target to which a drone forwards the call; null for any other. */
  readonly droneTarget: Address | null
  /** True if the call borrows and runs a batch of its own. */
  readonly isFlashLoan: boolean
  /** Byte of the whole calldata at which the call's own begins. */
  readonly offset: number
  /** Bytes in the calldata of a call that is not refused which its function does not read. */
  readonly notes: readonly EncodingNote[]
}

/** The verdict of a batch. */
export type CalldataVerdict = {
  /** True when every call, nested ones included, is proven without a condition. */
  readonly ok: boolean
  /** `refused` when it surely reverts, else the worst of the calls; an empty batch is proven. */
  readonly verdict: Certainty
  /** In the order in which the Manager verifies them: a loan before the calls inside. */
  readonly calls: readonly CallVerdict[]
  /** Bytes after the arguments of the batch itself: accepted by the chain, and not read. */
  readonly notes: readonly EncodingNote[]
  /** By which error the chain will refuse the batch, and by which ones it may. */
  readonly prediction: Prediction
}

/**
 * Verifies a batch the way the Manager does, without a chain: each call's leaf, value flag, decoder,
 * arguments, drone and proof, those inside flash loans against the Manager's own root.
 *
 * A yes is never a guess: where a rule or a root is missing, the call is `unproven`; where the chain
 * must answer as said, it is `conditional`. A batch whose lists differ in length is refused.
 *
 * @param data - calldata of `manageVaultWithMerkleVerification`.
 * @param options - trees, roots, rules, reads.
 * @throws {FlashLoanDepthError} below 256 nested loans; errors as `decodeManage` for the outermost
 *   batch. Calldata that cannot be read inside a loan is a reason, not an error.
 */
export function verifyCalldata(data: Hex, options: VerifyOptions): CalldataVerdict {
  const { manager, state = {} } = options
  const batch = readLengthsOrBatch(data, manager)
  const outer = checkContextOf(options, options.tree, options.root)
  const inner = checkContextOf(options, options.managerTree, options.managerRoot)
  const contextOf = (path: VisitPath) => ({ ...(path.length === 1 ? outer : inner), state })
  const calls: CallVerdict[] = []
  const checks = new Map<BatchCall, CallCheck>()
  const waiting: Visit[] = 'calls' in batch ? visitsOf(batch, []) : []
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const { call, path } = visit
    const opened = openBytesOf(call, call.bytes)
    const check = checkCall({ ...opened, decoder: call.decoder }, call.proof, contextOf(path))
    checks.set(call, check)
    calls.push(verdictOf(visit, check, { opened, manager, rules: options.rules }))
    if (call.loan === null) continue
    for (const inner of visitsOf(call.loan.batch, path)) waiting.push(inner)
  }
  const checkOf = (call: BatchCall) => checks.get(call)!
  const prediction = predictRevert(batch, { state, checkOf, contextOf, manager })
  const worst = worstOf(calls.map((call) => call.verdict))
  const verdict = prediction.certain === null ? worst : 'refused'
  const notes = 'calls' in batch ? batch.notes : []
  return { ok: verdict === 'proven', verdict, calls, notes, prediction }
}

type VisitPath = readonly number[]
type Visit = { readonly call: BatchCall; readonly path: VisitPath }

/** Five lists of different lengths are a batch that the Manager refuses, not calldata that cannot be read. */
function readLengthsOrBatch(data: Hex, manager: Address | undefined): DecodedBatch | BatchLengths {
  try {
    return readBatch(data, manager === undefined ? {} : { manager })
  } catch (error) {
    if (error instanceof UnevenBatchError) return error.lengths
    throw error
  }
}

/** Last call first, so that the first is taken from the end. */
function visitsOf({ calls }: DecodedBatch, path: VisitPath): Visit[] {
  return calls.map((call, index) => ({ call, path: [...path, index] })).reverse()
}

function checkContextOf(options: VerifyOptions, tree?: LeafTree, root?: Digest): CheckContext {
  const { rules, ruleBooks, reads, answerOf } = options
  return {
    rules,
    ...(ruleBooks !== undefined && { ruleBooks }),
    tree: tree ?? null,
    root: root ?? (tree === undefined ? null : rootOf(tree.tree)),
    ...(reads === undefined ? {} : { reads }),
    ...(answerOf === undefined ? {} : { answerOf }),
  }
}

type VerdictContext = {
  readonly opened: OpenedCall
  readonly manager: Address | undefined
  readonly rules: RuleBook
}

function verdictOf(
  { call, path }: Visit,
  check: CallCheck,
  { opened, manager, rules }: VerdictContext,
) {
  const { target, value, decoder, offset } = call
  const reasons = [
    ...check.reasons,
    ...loanReasons(call, manager),
    ...foreignLoanReasons(call, opened),
  ]
  const { selector, droneTarget } = opened
  const isFlashLoan = call.loan !== null || call.problem !== null
  const verdict = certaintyOf(reasons, check.isProofValid === true)
  const notes = verdict === 'refused' ? [] : encodingNotesOf(opened, check.leaf, rules)
  return {
    ...check,
    path,
    verdict,
    decoder,
    target,
    selector,
    value,
    droneTarget,
    isFlashLoan,
    offset,
    reasons,
    notes,
  }
}

/** A loan through another Manager of the vault runs its batch by that one's root, whatever the recipient is. */
function foreignLoanReasons(
  { loan, problem, target, bytes }: BatchCall,
  { selector }: OpenedCall,
): Refusal[] {
  if (loan !== null || problem !== null || selector !== managerSelectors.flashLoan) return []
  const inside = callsInside(printHex(bytes))
  const what = inside === null ? '' : `, which reads as a batch of ${inside},`
  const message = `The flash loan is taken from ${target}, which is not the Manager of this batch. What its user data${what} does is not known here.`
  return [
    { reason: 'flash_loan_elsewhere', message, facts: { lender: target, callsInside: inside } },
  ]
}

function callsInside(data: Hex): number | null {
  try {
    return decodeFlashLoan(data).calls.length
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return null
  }
}

/** Reasons that keep a loan from running its batch, whatever the batch is worth. */
function loanReasons({ loan, problem }: BatchCall, manager: Address | undefined): Refusal[] {
  if (problem instanceof UnevenBatchError) {
    const message = `The Manager refuses the batch inside the flash loan. ${problem.shortMessage}`
    return [{ reason: 'uneven_batch', message, facts: problem.facts }]
  }
  if (problem !== null) {
    return [
      {
        reason: 'user_data_unreadable',
        message: `The batch inside the flash loan cannot be read. ${problem.shortMessage}`,
        facts: { code: problem.code, ...problem.facts },
      },
    ]
  }
  if (loan === null || manager === undefined || isSameAddress(loan.recipient, manager)) return []
  return [
    {
      reason: 'flash_loan_recipient',
      message: `The flash loan goes to ${loan.recipient} instead of the Manager, which is then never called back.`,
      facts: { expected: manager, found: loan.recipient },
    },
  ]
}
