import Type from 'typebox'
import {
  invalidRequest,
  type Operation,
  type OperationFailure,
  vaultMissing,
  vaultParams,
} from '../field/operation.ts'
import { cursor, pageSize } from '../field/page.ts'
import {
  controlActResponse,
  controlChangesResponse,
  controlCheckResponse,
  controlResponse,
  controlWitnessResponse,
} from './control.ts'

const path = '/v1/vaults/{chain}/{vault_address}/control'
const block = Type.Optional(
  Type.String({
    pattern: '^[0-9]{1,15}$',
    description: 'Number of a block that was read; default: the newest one',
    examples: ['23904100'],
  }),
)
const blockQuery = Type.Object({ block }, { additionalProperties: false })
const notRead: readonly OperationFailure[] = [
  { status: 404, code: 'control_not_found', when: 'The indexer did not read the vault yet' },
  {
    status: 409,
    code: 'block_not_available',
    when: 'The indexer did not read the vault at this block, or the reading is no longer kept',
  },
]
const readOperation = { method: 'GET', area: 'data', role: 'viewer', body: null } as const
const failures: readonly OperationFailure[] = [vaultMissing, ...notRead, invalidRequest]

/** The control of a vault. The interface does not name it: its shape is our choice. */
export const controlOperations = {
  getControl: {
    ...readOperation,
    path,
    summary: 'Who controls a vault',
    description: 'Each act with its fewest keys, least delay and path, by proofs.',
    params: vaultParams,
    query: blockQuery,
    response: controlResponse,
    failures,
  },
  getControlAct: {
    ...readOperation,
    path: `${path}/acts/{act}`,
    summary: 'Who can do one act',
    description: 'One act.',
    params: Type.Object({
      ...vaultParams.properties,
      act: Type.String({ maxLength: 40, description: 'Name of the act', examples: ['set_root'] }),
    }),
    query: blockQuery,
    response: controlActResponse,
    failures: [
      ...failures,
      { status: 404, code: 'act_not_found', when: 'No contract of the vault has this act' },
    ],
  },
  listControlChanges: {
    ...readOperation,
    path: `${path}/changes`,
    summary: 'What changed of who controls a vault',
    description: 'Newest first, by kind.',
    params: vaultParams,
    query: Type.Object(
      {
        from: Type.Optional(Type.String({ description: 'ISO-8601, UTC, inclusive' })),
        to: Type.Optional(Type.String({ description: 'ISO-8601, UTC, inclusive' })),
        cursor,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    response: controlChangesResponse,
    failures: [vaultMissing, invalidRequest],
  },
  getControlWitness: {
    ...readOperation,
    path: `${path}/witness`,
    summary: 'What proves who controls a vault',
    description: "What proves it. Take the block's hash from elsewhere.",
    params: vaultParams,
    query: blockQuery,
    response: controlWitnessResponse,
    failures,
  },
  checkControl: {
    method: 'POST',
    area: 'data',
    role: 'viewer',
    path: `${path}/check`,
    summary: 'Hold a vault against rules of control',
    description: 'Holds rules of a policy against it.',
    params: vaultParams,
    query: blockQuery,
    body: Type.Object(
      { control: Type.Unknown({ description: 'An act, or `any`, and its rules' }) },
      { title: 'ControlCheckRequest', additionalProperties: false },
    ),
    response: controlCheckResponse,
    failures,
  },
} as const satisfies Readonly<Record<string, Operation>>
