import type { Leaf } from '@vaultwright/manager'
import type { TreeAnswers, TreeQuestion } from './question.ts'

/** A question on its way into the worker. */
export type WorkerQuestion = { readonly id: number; readonly question: TreeQuestion }

/** The reply of a worker: how far it is, leaves of a tree in batches, then the answer or the failure. */
export type WorkerReply = { readonly id: number } & (
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'leaves'; readonly leaves: readonly Leaf[] }
  | { readonly kind: 'answer'; readonly answer: TreeAnswers[keyof TreeAnswers] }
  | { readonly kind: 'failure'; readonly message: string; readonly code: string | null }
)

/** Leaves in one message: reading it takes the page some milliseconds. */
export const leavesOfMessage = 1_024

/** A failure of another thread or of the service, with its sentence and code. */
export function remoteFailure(message: string, code: string | null): Error {
  return Object.assign(new Error(message), code === null ? {} : { code })
}
