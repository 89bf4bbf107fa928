import { BaseError } from '@vaultwright/base'
import { MalformedResponseError } from '@vaultwright/client'
import { type AnswerReason, type AnswerVerdict, reasonOf, verdictOf } from '../verdict/verdict.ts'
import type { AnswerInputs, AnswerReasons } from './answer-input.ts'
import { buildReasons, recordReasons, svmBuildReasons } from './build-reason.ts'
import { dailyReasons, performanceReasons, snapshotReasons, treeReasons } from './data-reason.ts'
import { requestedKindsOf, type SavedAnswerKind } from './request.ts'
import { reviewAnswerReasons } from './review-reason.ts'
import {
  batchQuoteReasons,
  batchReasons,
  marketReasons,
  orderReasons,
  quoteReasons,
} from './swap-reason.ts'

/** The kinds of answers: by what only they have, the reasons of their verdict. */
const kinds = {
  simulation: [['seen', 'encoded_tx_data'], recordReasons],
  solana_build: [['serialized_transaction_base64'], svmBuildReasons],
  swap_batch: [['approvals_left', 'batch', 'calls'], batchReasons],
  batch_quote: [['swap_count', 'receipt'], batchQuoteReasons],
  market: [['approvals_left', 'quote'], marketReasons],
  limit_order: [['order_digest'], orderReasons],
  build: [['encoded_tx_data', 'action_api_response'], buildReasons],
  quote: [['candidates', 'quote_id'], quoteReasons],
  daily: [['daily_apy'], dailyReasons],
  performance: [['apy', 'as_of'], performanceReasons],
  snapshot: [['snapshot_type'], snapshotReasons],
  tree: [['root_hash', 'tree'], treeReasons],
  review: [['format', 'subject', 'entries'], reviewAnswerReasons],
} as const satisfies Readonly<Record<SavedAnswerKind, readonly [readonly string[], AnswerReasons]>>

/** The result of checking a saved answer. */
export type CheckedAnswer = AnswerVerdict & { readonly kind: SavedAnswerKind }

/**
 * Checks a saved answer of the interface: whether it follows from what was asked for and from what you hold.
 *
 * An answer is of the kind that the request asks for, whatever else it has; else of the first kind that fits. One
 * of another kind than was asked for is a No, and so is one that is not what the interface says.
 *
 * @param text - body of the answer, as the service sent it.
 * @param wanted - the kinds that may be answered, where the operation is known.
 * @throws {UnknownAnswerError} when it is none.
 */
export function checkSavedAnswer(
  text: string,
  inputs: AnswerInputs,
  wanted?: readonly SavedAnswerKind[],
): CheckedAnswer {
  const fields = fieldsIn(text)
  const expectedKinds =
    wanted ?? (inputs.request === null ? null : requestedKindsOf(inputs.request))
  const isFitting = (one: SavedAnswerKind) =>
    kinds[one][0].every((name) => Object.hasOwn(fields, name))
  const all = Object.keys(kinds) as SavedAnswerKind[]
  const kind = expectedKinds?.find(isFitting) ?? all.find(isFitting)
  if (kind === undefined) throw new UnknownAnswerError()
  const isExpected = expectedKinds?.includes(kind) ?? true
  const reasons = isExpected ? reasonsOf(kind, text, inputs) : [otherKind(kind, expectedKinds!)]
  return { kind, ...verdictOf([...reasons, ...idleReasons(kind, inputs)]) }
}

/** The reasons of an answer; one that the interface does not have is a No, with the place. */
function reasonsOf(
  kind: SavedAnswerKind,
  text: string,
  inputs: AnswerInputs,
): readonly AnswerReason[] {
  try {
    return kinds[kind][1](text, inputs)
  } catch (error) {
    if (!(error instanceof MalformedResponseError)) throw error
    const { operation, problems } = error.facts as MalformedFacts
    const places = problems.slice(0, 3).join('; ')
    const message = `It is not an answer of ${operation}, as the interface has it: ${places}.`
    return [reasonOf('no', 'not_followed', message)]
  }
}

type MalformedFacts = { readonly operation: string; readonly problems: readonly string[] }

const kindsOfTree = [
  'batch_quote',
  'build',
  'limit_order',
  'market',
  'quote',
  'simulation',
  'swap_batch',
]

/** Says that evidence was given that an answer of the kind is not held against: nothing is passed over in silence. */
function idleReasons(
  kind: SavedAnswerKind,
  { rootInForce, witnessRun, review }: AnswerInputs,
): readonly AnswerReason[] {
  const isReviewKnown = review !== undefined && (review.head !== null || review.keys.size > 0)
  const names = [
    ...(isReviewKnown && kind !== 'review' ? ['facts of a review'] : []),
    ...(rootInForce === undefined || kindsOfTree.includes(kind) ? [] : ['the root in force']),
    ...(witnessRun === undefined || kind === 'simulation' ? [] : ['a witness']),
  ]
  return names.map((name) =>
    reasonOf(
      'open',
      'not_asked',
      `An answer of the kind ${kind.replace('_', ' ')} is not held against ${name}: leave it out.`,
    ),
  )
}

function otherKind(kind: SavedAnswerKind, asked: readonly SavedAnswerKind[]): AnswerReason {
  const kindsText = asked.join(' or ').replaceAll('_', ' ')
  const message = `You asked for an answer of the kind ${kindsText}, and this is of the kind ${kind.replace('_', ' ')}.`
  return reasonOf('no', 'not_asked', message)
}

/** The fields of an answer, of what it wraps, or of the first of a list. */
function fieldsIn(text: string): object {
  try {
    const body = Object(JSON.parse(text))
    const data = body.data ?? body
    return Object(Array.isArray(data) ? data[0] : data)
  } catch {
    throw new UnknownAnswerError()
  }
}

/** A file is no answer of the interface that can be checked. */
export class UnknownAnswerError extends BaseError {
  override readonly code = 'unknown_answer'
  override readonly kind = 'invalid_input'

  constructor() {
    super({
      message:
        'The file is none of the answers that `check` reads. Give the body of a build, a quote, a market transaction, a limit order, daily data, a performance, a tree, a review or a simulation, as the service sent it.',
    })
  }
}
