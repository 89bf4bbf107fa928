import { startAuthentication } from '@simplewebauthn/browser'
import { BaseError } from '@vaultwright/base'
import { printBase64Url, reviewChallengeOf, reviewHeadOf } from '@vaultwright/check'
import type { ReviewData, ReviewEntryData, ReviewRecordData } from '@vaultwright/wire'
import { askConsole } from '../console-api.ts'

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** The act and the comment of an entry. */
export type UnsignedEntry = Pick<ReviewEntryData, 'act' | 'comment'>

/**
 * Signs the next entry of a review by a passkey of the user. The page computes by itself what the passkey signs, and
 * stops where it is something else than the reader sees.
 *
 * @throws {ReviewDiffersError} and what the service and the browser throw.
 */
export async function signEntry(
  record: ReviewRecordData,
  entry: UnsignedEntry,
): Promise<ReviewData> {
  const { subject } = record
  const { data } = await askConsole('beginReview', { ...subject, ...entry })
  const { draft, options, challenge_id } = data
  const isSame =
    draft.act === entry.act &&
    draft.comment === entry.comment &&
    draft.previous === reviewHeadOf(record) &&
    options.challenge === printBase64Url(reviewChallengeOf(subject, draft))
  if (!isSame) throw new ReviewDiffersError()
  const optionsJSON = options as unknown as AuthenticationOptions
  const credential = { ...(await startAuthentication({ optionsJSON })) }
  return (await askConsole('addReview', { challenge_id, credential })).data
}

/** The entry that the service offers is not what the page shows. */
class ReviewDiffersError extends BaseError {
  override readonly code = 'review_differs'
  override readonly kind = 'conflict'

  constructor() {
    super({ message: 'The review is not as this page shows it. Read it again, then sign.' })
  }
}
