import { BaseError } from '@vaultwright/base'
import { type ReviewRecordData, reviewRecordResponse } from '@vaultwright/wire'
import { Check } from 'typebox/schema'
import { type AnswerVerdict, verdictOf } from '../verdict/verdict.ts'
import { type KnownReview, recordReasons } from './check-review.ts'

/** A review that was read, and its verdict. */
export type CheckedReview = AnswerVerdict & { readonly record: ReviewRecordData }

/**
 * Checks the record of a review alone: as `checkSavedAnswer` does, without the checks of other answers.
 *
 * @throws {InvalidReviewFileError} when it is not one.
 */
export function checkReviewFile(text: string, review: KnownReview): CheckedReview {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidReviewFileError()
  }
  if (!Check(reviewRecordResponse, value)) throw new InvalidReviewFileError()
  const { data: record } = value as { readonly data: ReviewRecordData }
  return { ...verdictOf(recordReasons(record, review)), record }
}

/** A file is not the record of a review. */
class InvalidReviewFileError extends BaseError {
  override readonly code = 'invalid_review_file'
  override readonly kind = 'invalid_input'

  constructor() {
    super({
      message: 'The file is not the record of a review, as a service gives it. Download it again.',
    })
  }
}
