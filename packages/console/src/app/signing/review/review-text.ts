/** True for the record of a review, by its first key. */
export function isReviewText(text: string): boolean {
  return /^\s*\{\s*"data"\s*:\s*\{\s*"format"\s*:\s*"vaultwright-review-1"/.test(text)
}
