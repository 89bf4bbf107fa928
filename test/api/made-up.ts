import type { Operation } from '@vaultwright/wire'
import Type from 'typebox'
import { addOperation } from '../../packages/api/src/operation-route.ts'
import type { TestApi } from './harness.ts'

/** What a made-up route is asked. */
export type MadeUpAsked = { readonly signal: AbortSignal; readonly body: unknown }

/**
 * Adds `/v1/made-up` to a service, which answers what the test says: the same gate, checks and
 * envelopes as every operation.
 */
export function addMadeUp(
  { app, context }: TestApi,
  answer: (asked: MadeUpAsked) => Promise<unknown>,
  differing: Partial<Operation> = {},
): void {
  const operation: Operation = { ...madeUp, ...differing }
  addOperation(app, { name: 'madeUp', operation, answer }, context)
}

const madeUp: Operation = {
  method: 'POST',
  path: '/v1/made-up',
  area: 'data',
  role: 'viewer',
  summary: 'Made up',
  description: 'For tests',
  params: Type.Object({}),
  query: null,
  body: Type.Object({ text: Type.Optional(Type.String()) }, { additionalProperties: false }),
  response: Type.Object({ data: Type.String() }, { additionalProperties: false }),
  failures: [{ status: 422, code: null, when: 'Not as the schema says' }],
}
