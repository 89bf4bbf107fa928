import Type from 'typebox'
import { invalidRequest, noParams } from '../field/operation.ts'
import { dataOf } from '../field/page.ts'
import {
  reviewDraft,
  reviewRequest,
  reviewResponse,
  reviewRule,
  reviewRuleResponse,
} from '../review/review.ts'
import { reviewParams } from '../review/review-operation.ts'
import { type ConsoleOperation, challengeRefused, proofNeeded } from './console-operation.ts'
import { challenge, challengeAnswer } from './session.ts'

const refused = [
  { status: 409, code: 'review_moved', when: 'Another entry came since: read it, and sign anew' },
  {
    status: 409,
    code: 'review_not_permitted',
    when: 'The proposer approves, no user proposed the packet, the root has no tree, or the review is full',
  },
  {
    status: 422,
    code: 'comment_invalid',
    when: 'The comment holds characters that hide or turn text',
  },
  { status: 409, code: 'no_passkey', when: 'The user has no passkey: sign in anew' },
] as const
const base = {
  area: 'data',
  query: null,
  body: null,
  params: noParams,
  needsProof: false,
} as const

/** Comments and approvals, each signed by a passkey: only a session of the console writes them. */
export const reviewConsoleOperations = {
  getReview: {
    ...base,
    method: 'GET',
    path: '/console/reviews/{kind}/{hash}',
    role: 'viewer',
    summary: 'A review',
    description: 'Every signed entry, and the rules of the tenant.',
    params: reviewParams,
    response: reviewResponse,
    failures: [invalidRequest],
  },
  beginReview: {
    ...base,
    method: 'POST',
    path: '/console/reviews/challenge',
    role: 'strategist',
    summary: 'Begin an entry of a review',
    description: 'The entry as it is to be signed; the challenge of the passkey is its hash.',
    body: reviewRequest,
    bodyLimit: 16_384,
    response: dataOf(
      Type.Object(
        { ...challenge.properties, draft: reviewDraft },
        { title: 'ReviewChallenge', additionalProperties: false },
      ),
      'ReviewChallengeResponse',
    ),
    failures: [...refused, invalidRequest],
  },
  addReview: {
    ...base,
    method: 'POST',
    path: '/console/reviews',
    role: 'strategist',
    summary: 'Add an entry to a review',
    description: 'With the answer of a passkey of the user.',
    body: challengeAnswer,
    response: reviewResponse,
    failures: [challengeRefused, ...refused, invalidRequest],
  },
  getReviewRule: {
    ...base,
    method: 'GET',
    path: '/console/review-rule',
    role: 'viewer',
    summary: 'Rule of reviews',
    description:
      'Approvals of reviewers other than the proposer that a screen asks for; 0 for none.',
    response: reviewRuleResponse,
    failures: [],
  },
  setReviewRule: {
    ...base,
    method: 'POST',
    path: '/console/review-rule',
    role: 'admin',
    summary: 'Change the rule of reviews',
    description: 'It holds at once, for every packet and root.',
    needsProof: true,
    body: reviewRule,
    response: reviewRuleResponse,
    failures: [proofNeeded, invalidRequest],
  },
} as const satisfies Readonly<Record<string, ConsoleOperation>>
