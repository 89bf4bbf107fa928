import { BaseError, type Hex } from '@vaultwright/base'
import {
  noEntryHash,
  printBase64Url,
  type ReviewDraft,
  reviewChallengeOf,
  reviewEntryHashOf,
  reviewHeadOf,
  reviewStateOf,
} from '@vaultwright/check'
import { chainOf } from '@vaultwright/registry'
import type { ReviewRef, SessionCaller, Store, VaultReviewRule } from '@vaultwright/store'
import {
  maxReviewEntries,
  printTime,
  type ReviewData,
  type ReviewEntryData,
  type ReviewPolicyData,
  type ReviewRecordData,
} from '@vaultwright/wire'
import { documentVersion } from '../document/version.ts'
import type { ApiContext } from '../service/context.ts'

/** Pushes of one root that are looked at for who proposed it. */
const maxPushes = 100

/** A review with the rules that hold for it. */
export async function readReview(
  { store }: Pick<ApiContext, 'store'>,
  tenantId: string,
  subject: ReviewRef,
): Promise<ReviewData> {
  const [record, policy] = await Promise.all([
    readRecord(store, tenantId, subject),
    readPolicy(store, tenantId, subject),
  ])
  return { record, policy }
}

/** Every signed entry of a review. */
export async function readRecord(
  store: Store,
  tenantId: string,
  subject: ReviewRef,
): Promise<ReviewRecordData> {
  const bodies = await store.reviews.entries(tenantId, subject)
  const entries = bodies.map((body) => JSON.parse(body) as ReviewEntryData)
  const { kind, hash } = subject
  return { format: 'vaultwright-review-1', subject: { kind, hash }, entries }
}

/** The request of an entry. */
type ReviewRequest = ReviewRef & { readonly act: ReviewDraft['act']; readonly comment: string }

/**
 * Drafts the next entry of a review.
 *
 * @throws {ReviewNotPermittedError} {CommentInvalidError}
 */
export async function draftEntry(
  context: ApiContext,
  caller: SessionCaller,
  { act, comment, ...subject }: ReviewRequest,
): Promise<ReviewDraft> {
  assertComment(act, comment)
  const { store } = context
  const { tenantId, userId } = caller
  if (subject.kind === 'root') {
    const stored = await store.trees.stored(tenantId, [subject.hash])
    if (stored.size === 0)
      throw new ReviewNotPermittedError(
        'You have no tree of this root. Push it before it is reviewed.',
      )
  }
  const { record, policy } = await readReview(context, tenantId, subject)
  assertMayWrite({ act, userId }, record, policy)
  const last = record.entries.at(-1)
  const now = printTime(context.now())
  return {
    number: record.entries.length + 1,
    previous: last === undefined ? noEntryHash : reviewHeadOf(record),
    act,
    comment,
    version: documentVersion,
    at: last !== undefined && Date.parse(last.at) > Date.parse(now) ? last.at : now,
    author: { id: userId, name: caller.userName },
  }
}

/** The challenge of an entry as browsers write it. */
export function challengeTextOf(subject: ReviewRef, draft: ReviewDraft): string {
  return printBase64Url(reviewChallengeOf(subject, draft))
}

/** Keeps a signed entry at the end of its review. @throws {ReviewNotPermittedError} and what the store throws. */
export async function keepEntry(
  context: ApiContext,
  caller: SessionCaller,
  signed: {
    readonly subject: ReviewRef
    readonly entry: ReviewEntryData
    readonly passkey: { readonly id: string; readonly counter: bigint }
  },
): Promise<ReviewData> {
  const { subject, entry, passkey } = signed
  const { tenantId, userId } = caller
  const { record, policy } = await readReview(context, tenantId, subject)
  assertMayWrite({ act: entry.act, userId }, record, policy)
  await context.store.reviews.add(tenantId, subject, {
    number: entry.number,
    previousHash: entry.previous as Hex,
    entryHash: reviewEntryHashOf(subject, entry),
    act: entry.act,
    body: JSON.stringify(entry),
    userId,
    passkey,
  })
  return readReview(context, tenantId, subject)
}

async function readPolicy(
  store: Store,
  tenantId: string,
  { kind, hash }: ReviewRef,
): Promise<ReviewPolicyData> {
  const [base, rules, users] = await Promise.all([
    store.reviews.required(tenantId),
    store.reviews.vaultRules(tenantId),
    store.users.list(tenantId),
  ])
  const vaults = kind === 'root' ? await store.reviews.vaultsOf(tenantId, hash) : []
  const ofRoot = rules.filter(({ vault }) => vaults.includes(vault))
  // Of what no vault is known for, the most that any vault asks for is asked for.
  const required = ofRoot.length > 0 ? mostOf(ofRoot, base) : Math.max(base, mostOf(rules, base))
  const managers = rules.flatMap((rule) =>
    rule.managers.flatMap(({ chain, manager }) => {
      const id = chainOf(chain)?.id
      if (id === undefined) return []
      return [{ chain_id: id, manager_address: manager, required: rule.required ?? base }]
    }),
  )
  const deactivated = users.filter(({ isActive }) => !isActive).map(({ id }) => id)
  const proposers = kind === 'root' ? await pushersOf(store, tenantId, hash) : []
  return { required, managers, proposers: [...proposers], deactivated }
}

/** The most approvals that vaults ask for; the tenant's own number holds where a vault has none. */
function mostOf(rules: readonly VaultReviewRule[], base: number): number {
  return Math.max(0, ...rules.map(({ required }) => required ?? base))
}

/** The users who pushed the tree of a root, by the audit log. */
async function pushersOf(store: Store, tenantId: string, root: Hex): Promise<readonly string[]> {
  const push = { act: 'tree.push', subject: root, after: null, limit: maxPushes }
  const { items } = await store.audit.page(tenantId, push)
  const actors = new Set(items.map(({ actor }) => actor))
  if (actors.size === 0) return []
  const keys = await store.keys.list(tenantId)
  const holders = keys.filter(({ id }) => actors.has(`key:${id}`)).map(({ userId }) => userId)
  const users = [...actors].filter((actor) => actor.startsWith('user:'))
  return [...new Set([...holders, ...users.map((actor) => actor.slice('user:'.length))])]
}

function assertMayWrite(
  { act, userId }: { readonly act: ReviewDraft['act']; readonly userId: string },
  { subject, entries }: ReviewRecordData,
  policy: ReviewPolicyData,
): void {
  if (entries.length >= maxReviewEntries) {
    throw new ReviewNotPermittedError(`It has ${maxReviewEntries} entries, the most that it may.`)
  }
  const { proposers } = reviewStateOf(entries, policy)
  if (act !== 'approved') return
  if (proposers.has(userId)) {
    throw new ReviewNotPermittedError('You proposed it. Another user approves it.')
  }
  if (subject.kind === 'packet' && proposers.size === 0) {
    throw new ReviewNotPermittedError(
      'No user proposed this packet yet. Its proposer asks for the review first.',
    )
  }
}

function assertComment(act: ReviewDraft['act'], comment: string): void {
  if (act === 'commented' && comment.trim() === '') {
    throw new CommentInvalidError('The comment is empty. Write what you mean.')
  }
  if (/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u.test(comment)) {
    throw new CommentInvalidError(
      'The comment holds characters that hide or turn text. Leave them out.',
    )
  }
}

/** A comment is none that every reader sees alike. */
class CommentInvalidError extends BaseError {
  override readonly code = 'comment_invalid'
  override readonly kind = 'invalid_input'

  constructor(message: string) {
    super({ message })
  }
}

/** An entry may not be added. */
class ReviewNotPermittedError extends BaseError {
  override readonly code = 'review_not_permitted'
  override readonly kind = 'conflict'

  constructor(message: string) {
    super({ message })
  }
}
