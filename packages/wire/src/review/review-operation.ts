import Type from 'typebox'
import {
  type ConsoleOperation,
  challengeRefused,
  proofNeeded,
} from '../console/console-operation.ts'
import { challenge, challengeAnswer } from '../console/session.ts'
import { invalidRequest, noParams, type Operation } from '../field/operation.ts'
import { dataOf } from '../field/page.ts'
import {
  reviewDraft,
  reviewRecordResponse,
  reviewRequest,
  reviewResponse,
  reviewRule,
  reviewRuleResponse,
} from './review.ts'

const subjectParams = Type.Object({
  kind: Type.String({
    pattern: '^(packet|root)$',
    examples: ['packet'],
    description: 'packet or root',
  }),
  hash: Type.String({
    pattern: '^0x[0-9a-f]{64}$',
    description: 'Content hash of the packet, or the root',
    examples: [`0x${'c'.repeat(64)}`],
  }),
})
const refused = [
  { status: 409, code: 'review_moved', when: 'Another entry came since: read it, and sign anew' },
  {
    status: 409,
    code: 'review_not_permitted',
    when: 'The proposer approves, no user proposed the packet, or it is full',
  },
  { status: 404, code: 'tree_not_found', when: 'The tenant has no tree of the root' },
  {
    status: 422,
    code: 'comment_invalid',
    when: 'The comment holds characters that hide or turn text',
  },
  { status: 409, code: 'no_passkey', when: 'The user has no passkey: sign in anew' },
] as const
const base = { area: 'data', query: null, body: null } as const
const consoleBase = { ...base, params: noParams, needsProof: false } as const

/** A review with its signatures, for programs and auditors. The interface does not name it: the shape is our choice. */
export const reviewOperations = {
  getReviewRecord: {
    ...base,
    method: 'GET',
    path: '/v1/reviews/{kind}/{hash}',
    role: 'viewer',
    summary: 'Record of a review',
    description: 'Signed entries, oldest first. Verify it by `vaultwright check`.',
    params: subjectParams,
    response: reviewRecordResponse,
    failures: [invalidRequest],
  },
} as const satisfies Readonly<Record<string, Operation>>

/** Comments and approvals, each signed by a passkey: only a session of the console writes them. */
export const reviewConsoleOperations = {
  getReview: {
    ...consoleBase,
    method: 'GET',
    path: '/console/reviews/{kind}/{hash}',
    role: 'viewer',
    summary: 'A review',
    description: 'Every signed entry, and the rules of the tenant.',
    params: subjectParams,
    response: reviewResponse,
    failures: [invalidRequest],
  },
  beginReview: {
    ...consoleBase,
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
    ...consoleBase,
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
    ...consoleBase,
    method: 'GET',
    path: '/console/review-rule',
    role: 'viewer',
    summary: 'How many approvals are needed',
    description: 'Of reviewers other than the proposer; 0 where none is needed.',
    response: reviewRuleResponse,
    failures: [],
  },
  setReviewRule: {
    ...consoleBase,
    method: 'POST',
    path: '/console/review-rule',
    role: 'admin',
    summary: 'Change how many approvals are needed',
    description: 'It holds at once, for every packet and root.',
    needsProof: true,
    body: reviewRule,
    response: reviewRuleResponse,
    failures: [proofNeeded, invalidRequest],
  },
} as const satisfies Readonly<Record<string, ConsoleOperation>>
