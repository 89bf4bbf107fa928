import Type from 'typebox'
import { invalidRequest, type Operation, vaultMissing, vaultParams } from '../field/operation.ts'
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
const notRead = {
  status: 409,
  code: 'block_not_available',
  when: 'The indexer did not read the vault at this block, or not yet at any, or the reading is no longer kept',
} as const
const readOperation = { method: 'GET', area: 'data', role: 'viewer', body: null } as const
const failures = [vaultMissing, notRead, invalidRequest]

/** Who controls a vault. The interface does not name it: its shape is our choice. */
export const controlOperations = {
  getControl: {
    ...readOperation,
    path,
    summary: 'Who controls a vault',
    description:
      'Each act with the fewest keys, the least delay and the path from keys to call, at one block, by proofs. The indexer reads it after each final block with a change, and once a day. Lists at most 20 key sets an act and delay.',
    params: vaultParams,
    query: blockQuery,
    response: controlResponse,
    failures,
  },
  getControlAct: {
    ...readOperation,
    path: `${path}/acts/{act}`,
    summary: 'Who can do one act',
    description:
      'The act on each contract that has it, with at most 100 key sets a delay of `set_count`.',
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
    description:
      'Differences of a reading from the one before it, newest first: each with its kinds, facts, acts and events. `/witness` proves both readings.',
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
    description:
      'The file of `vaultwright control replay`: with the hash of its block from another source the answer follows from it, offline.',
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
    description:
      'Takes the rules of a policy, as under `control:` in the file, and says which are broken or not decidable in the newest reading.',
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
