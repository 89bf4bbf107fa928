import Type from 'typebox'
import { address } from '../field/field.ts'
import {
  invalidRequest,
  type Operation,
  type OperationFailure,
  vaultMissing,
  vaultParams,
} from '../field/operation.ts'
import { cursor, pageSize } from '../field/page.ts'
import {
  withdrawQueuesResponse,
  withdrawRequestsResponse,
  withdrawStatuses,
} from './withdraw-queue.ts'

const path = '/v1/vaults/{chain}/{vault_address}/queue'
const readOperation = { method: 'GET', area: 'data', role: 'viewer', body: null } as const
const notRead: OperationFailure = {
  status: 404,
  code: 'queue_not_found',
  when: 'The vault names no withdraw queue, or the indexer did not read it yet',
}
const account = (description: string) => Type.Optional({ ...address, description })

/** The withdraw queues of a vault. The interface does not name them: their shape is our choice. */
export const withdrawQueueOperations = {
  getWithdrawQueues: {
    ...readOperation,
    path,
    summary: 'What a vault owes to those who leave',
    description: 'What is asked for, and what is paid of it now.',
    params: vaultParams,
    query: null,
    response: withdrawQueuesResponse,
    failures: [vaultMissing, notRead, invalidRequest],
  },
  listWithdrawRequests: {
    ...readOperation,
    path: `${path}/requests`,
    summary: 'Requests to withdraw',
    description: 'Every request, newest first, with what cancel and solve take.',
    params: vaultParams,
    query: Type.Object(
      {
        status: Type.Optional(Type.Enum([...withdrawStatuses])),
        asset: account('Address of the asset that is asked for'),
        user: account('Address of the user'),
        cursor,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    response: withdrawRequestsResponse,
    failures: [
      vaultMissing,
      notRead,
      {
        status: 409,
        code: 'queue_differs',
        when: 'The contract has other requests than its logs give, or nothing could check them',
      },
      invalidRequest,
    ],
  },
} as const satisfies Readonly<Record<string, Operation>>
