import { type Address, BaseError } from '@vaultwright/base'
import { Type } from 'typebox'
import Compile from 'typebox/compile'
import type { Task } from '../../task/task.ts'

const vaultFields = {
  tenantId: Type.String({ minLength: 1, maxLength: 100 }),
  chain: Type.String({ minLength: 1, maxLength: 100 }),
  vault: Type.Unsafe<Address>(Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })),
}
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

const schema = Compile(
  Type.Union([
    Type.Object({ kind: Type.Literal('roots.sync'), ...vaultFields }),
    Type.Object({
      kind: Type.Literal('vault.snapshot'),
      ...vaultFields,
      day,
      reason: Type.Union([Type.String(), Type.Null()]),
    }),
    Type.Object({ kind: Type.Literal('vault.daily'), ...vaultFields, day }),
    Type.Object({ kind: Type.Literal('vault.performance'), ...vaultFields, day }),
    Type.Object({ kind: Type.Literal('gaps.scan'), chain: vaultFields.chain }),
    Type.Object({ kind: Type.Literal('retention') }),
  ]),
)

/**
 * Reads a task out of what a queue kept, which others may have written.
 *
 * @throws {TaskDataError} when it is none.
 */
export function parseTask(value: unknown): Task {
  if (!schema.Check(value)) throw new TaskDataError()
  return value
}

/** A job in the queue is not a task. */
export class TaskDataError extends BaseError {
  override readonly code = 'task_data'
  override readonly kind = 'unsupported'

  constructor() {
    super({
      message:
        'What the queue keeps for this job is not a task of the indexer. Delete the job: the indexer queues missing work again.',
    })
  }
}
