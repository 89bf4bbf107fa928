import type { AnswerReason } from '@vaultwright/check'
import { reviewUnknown } from '@vaultwright/check'
import { useState } from 'react'
import { useSession } from '../session.ts'

/** The reasons that a review adds to a verdict, and the way for its panel to say them. */
export type ReviewReasons = {
  readonly reasons: readonly AnswerReason[]
  readonly say: (reasons: readonly AnswerReason[]) => void
}

const none: ReviewReasons = { reasons: [], say: () => {} }
const waiting = [reviewUnknown('the service has not answered yet')]

/** Follows what reviewers said; where nobody is signed in no reviewers are known, and no rule asks for them. */
export const useReviewReasons: () => ReviewReasons = isOffline ? () => none : useServedReasons

function useServedReasons(): ReviewReasons {
  const session = useSession()
  const [reasons, say] = useState<readonly AnswerReason[]>(waiting)
  return session === null ? none : { reasons, say }
}
