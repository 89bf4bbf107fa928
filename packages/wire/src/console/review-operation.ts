import Type from 'typebox'
import { invalidRequest, noParams, vaultMissing } from '../field/operation.ts'
import { dataOf } from '../field/page.ts'
import {
  reviewDraft,
  reviewRequest,
  reviewResponse,
  reviewRule,
  reviewRuleResponse,
  vaultReviewRule,
} from '../review/review.ts'
import { reviewParams } from '../review/review-operation.ts'
import { type ConsoleOperation, challengeRefused, proofNeeded } from './console-operation.ts'
import { challenge, challengeAnswer } from './session.ts'

const refused = [
  { status: 409, code: 'review_moved', when: 'Another entry came since' },
  {
    status: 409,
    code: 'review_not_permitted',
    when: 'The user may not write it',
  },
  {
    status: 422,
    code: 'comment_invalid',
    when: 'The comment is not plain text',
  },
  { status: 409, code: 'no_passkey', when: 'The user has no passkey' },
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
    description: 'Its entries and rules.',
    params: reviewParams,
    response: reviewResponse,
    failures: [invalidRequest],
  },
  beginReview: {
    ...base,
    method: 'POST',
    path: '/console/reviews/challenge',
    role: 'strategist',
    summary: 'Begin an entry',
    description: 'The challenge is its hash.',
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
    summary: 'Add an entry',
    description: 'With a passkey.',
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
    description: 'Approvals that a screen asks for.',
    response: reviewRuleResponse,
    failures: [],
  },
  setReviewRule: {
    ...base,
    method: 'POST',
    path: '/console/review-rule',
    role: 'admin',
    summary: 'Change the rule',
    description: 'It holds at once.',
    needsProof: true,
    body: reviewRule,
    response: reviewRuleResponse,
    failures: [proofNeeded, invalidRequest],
  },
  setVaultReviewRule: {
    ...base,
    method: 'POST',
    path: '/console/review-rule/vault',
    role: 'admin',
    summary: 'Change the rule of a vault',
    description: 'It holds at once.',
    needsProof: true,
    body: vaultReviewRule,
    response: reviewRuleResponse,
    failures: [proofNeeded, vaultMissing, invalidRequest],
  },
} as const satisfies Readonly<Record<string, ConsoleOperation>>
