import { type Address, escapeForeign, escapeInvisible, isSameAddress } from '@vaultwright/base'
import type { PacketCall } from '@vaultwright/packet'
import type { ReviewEntryData, ReviewPolicyData } from '@vaultwright/wire'
import type { AnswerReason, AnswerVerdict } from '../verdict/verdict.ts'
import { verdictOf } from '../verdict/verdict.ts'

/** The state of a review: who approved and who rejected, as far as it counts. */
export type ReviewState = {
  /** Users who proposed it, by id: their approvals do not count. */
  readonly proposers: ReadonlySet<string>
  /** Approvals that count, one a reviewer: the last act of each. */
  readonly approved: readonly ReviewEntryData[]
  /** Rejections that stand, one a reviewer. */
  readonly rejected: readonly ReviewEntryData[]
}

/**
 * Counts a review: of each user the last approval or rejection, none of a proposer, and no approval of a user who is
 * deactivated. A rejection stands, whoever left since.
 */
export function reviewStateOf(
  entries: readonly ReviewEntryData[],
  { proposers, deactivated }: Pick<ReviewPolicyData, 'proposers' | 'deactivated'>,
): ReviewState {
  const proposing = new Set([
    ...proposers,
    ...entries.filter(({ act }) => act === 'proposed').map(({ author }) => author.id),
  ])
  const last = new Map<string, ReviewEntryData>()
  for (const entry of entries) {
    const isVerdict = entry.act === 'approved' || entry.act === 'rejected'
    if (isVerdict && !proposing.has(entry.author.id)) last.set(entry.author.id, entry)
  }
  const verdicts = [...last.values()]
  return {
    proposers: proposing,
    approved: verdicts.filter(
      ({ act, author }) => act === 'approved' && !deactivated.includes(author.id),
    ),
    rejected: verdicts.filter(({ act }) => act === 'rejected'),
  }
}

/**
 * Counts the approvals that a packet needs: those of the vaults whose Managers its batches are of. A packet that does
 * anything else, or is of a Manager that no vault has, needs the most that any vault asks for.
 *
 * @param calls - every layer of the packet.
 * @param chainId - of the packet; null where it is not known.
 */
export function requiredApprovalsOf(
  { required, managers }: Pick<ReviewPolicyData, 'required' | 'managers'>,
  calls: readonly Pick<PacketCall, 'call'>[],
  chainId: number | null,
): number {
  // A layer that makes other calls does nothing itself.
  const acting = calls.filter(({ call }) => call.children.length === 0 || call.problem !== null)
  const counts = acting.map(({ call: { kind, to, problem, operation } }) => {
    const isBatch = kind === 'manager_batch' && problem === null && operation === 'call'
    const rule = managers.find(
      ({ chain_id, manager_address }) =>
        chain_id === chainId && to !== null && isSameAddress(manager_address as Address, to),
    )
    return isBatch && rule !== undefined ? rule.required : required
  })
  return counts.length === 0 ? required : Math.max(...counts)
}

/** The reasons that a review adds to the verdict of a screen: a rejection, and approvals that are missing. */
export function reviewReasons(
  { approved, rejected }: ReviewState,
  required: number,
): readonly AnswerReason[] {
  const rejections = rejected.map(({ author, comment }): AnswerReason => {
    const words = comment === '' ? '' : ` “${escapeInvisible(comment.slice(0, 200))}”`
    const message = `${escapeForeign(author.name)} rejected it.${words}`
    return { weight: 'no', code: 'review_rejected', message }
  })
  if (approved.length >= required) return rejections
  const message = `${approved.length} of ${required} reviewers approved this content hash. Ask for the others before anyone signs.`
  return [...rejections, { weight: 'open', code: 'reviews_missing', message }]
}

/** Says that it is not known whether reviewers approved. */
export function reviewUnknown(because: string): AnswerReason {
  const message = `Whether reviewers approved is not known: ${because}.`
  return { weight: 'open', code: 'reviews_unknown', message }
}

/** Adds reasons to a verdict. */
export function withReasons(
  verdict: AnswerVerdict,
  reasons: readonly AnswerReason[],
): AnswerVerdict {
  return reasons.length === 0 ? verdict : verdictOf([...verdict.reasons, ...reasons])
}
