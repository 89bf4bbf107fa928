import Type from 'typebox'
import { invalidRequest, type Operation } from '../field/operation.ts'
import { reviewRecordResponse } from './review.ts'

/** Path parameters of a review. */
export const reviewParams = Type.Object({
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
/** A review with its signatures, for programs and auditors. The interface does not name it: the shape is our choice. */
export const reviewOperations = {
  getReviewRecord: {
    area: 'data',
    query: null,
    body: null,
    method: 'GET',
    path: '/v1/reviews/{kind}/{hash}',
    role: 'viewer',
    summary: 'Record of a review',
    description: 'Signed entries, oldest first. Verify it by `vaultwright check`.',
    params: reviewParams,
    response: reviewRecordResponse,
    failures: [invalidRequest],
  },
} as const satisfies Readonly<Record<string, Operation>>
