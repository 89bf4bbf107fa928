import type { Address } from '@vaultwright/base'
import { withChecks } from '@vaultwright/document'
import Type from 'typebox'
import { actorType } from './account-schema.ts'

/** A withdraw queue of a vault, and who pays its requests; null where the file does not say. */
export type QueueDefinition = {
  readonly queue: Address
  readonly solver: Address | null
  readonly sender: Address | null
}

/** Queues that a vault has at most. */
const mostQueues = 8

const queue = Type.Decode(
  Type.Object(
    {
      queue: actorType('The withdraw queue.'),
      solver: Type.Optional(
        actorType('The contract that redeems its requests; without it nothing says what is paid.'),
      ),
      sender: Type.Optional(
        actorType('The account that calls the solver; its owner when left out.'),
      ),
    },
    { additionalProperties: false },
  ),
  ({ queue, solver = null, sender = null }): QueueDefinition => ({ queue, solver, sender }),
)

/** The withdraw queues of a vault. */
export const queues = withChecks(
  Type.Array(queue, {
    description: 'Queues at which users ask for their money.',
    maxItems: mostQueues,
  }),
  (list) => {
    const addresses = list.map((entry) => String(entry.queue).toLowerCase())
    return addresses.flatMap((address, index) =>
      addresses.indexOf(address) === index
        ? []
        : [{ path: [String(index), 'queue'], message: 'is listed before. Give each queue once' }],
    )
  },
)
