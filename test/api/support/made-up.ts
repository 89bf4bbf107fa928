import type { Operation } from '@vaultwright/wire'
import { addOperation } from '../../../packages/api/src/answer/operation-route.ts'
import type { TestApi } from './harness.ts'
import { madeUp } from './made-up-operation.ts'

/** The request to a made-up route. */
export type MadeUpRequest = { readonly signal: AbortSignal; readonly body: unknown }

/**
 * Adds `/v1/made-up` to a service, which answers what the test says: the same gate, checks and
 * envelopes as every operation.
 */
export function addMadeUp(
  { app, context }: TestApi,
  answer: (asked: MadeUpRequest) => Promise<unknown>,
  differing: Partial<Operation> = {},
): void {
  const operation: Operation = { ...madeUp, ...differing }
  const served = { name: 'madeUp', operation, access: 'key', answer } as const
  addOperation(app, served, context)
}
