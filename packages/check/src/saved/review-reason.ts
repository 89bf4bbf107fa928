import { recordReasons } from '../review/check-review.ts'
import { type AnswerReasons, read } from './answer-input.ts'

/** Of a review: whether every entry follows from the one before it and is signed. */
export const reviewAnswerReasons: AnswerReasons = (text, { review }) => {
  const { data } = read('getReviewRecord', text)
  return recordReasons(data, review ?? { head: null, keys: new Map() })
}
