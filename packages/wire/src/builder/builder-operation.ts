import Type from 'typebox'
import {
  invalidRequest,
  noParams,
  type Operation,
  type OperationFailure,
  strategistParams,
  vaultParams,
} from '../field/operation.ts'
import { svmExecuteMultipleResponse, svmExecuteResponse } from '../solana/execute.ts'
import { constraintsResponse } from './constraint.ts'
import {
  executeMultipleRequest,
  executeMultipleResponse,
  executeRequest,
  executeResponse,
  maxBatchActions,
} from './execute.ts'
import { healthResponse } from './health.ts'
import { manifestResponse } from './manifest.ts'
import { simulateRequest, simulateResponse } from './simulate.ts'

const route = Type.String({
  maxLength: 200,
  description: '`<protocol_group>/<action>`, with its slash',
  examples: ['aave_v3/supply'],
})

const vaultUnknown: OperationFailure = {
  status: 404,
  code: null,
  when: 'The vault is not on this chain or is outside the tenant, or the strategist has no active tree; on `solana`, is not the one of the vault',
}

const notBuilt: OperationFailure = {
  status: 400,
  code: null,
  when: 'The tree, or on `solana` a digest account, does not permit it, or it cannot be built: the message says why, and `details.code` names it',
}

const svmUnreadable: OperationFailure = {
  status: 400,
  code: null,
  when: 'On `solana` an account of the vault is not what its definition says',
}

/** 4.2 to 4.6: the transaction builder. */
export const builderOperations = {
  getHealth: {
    method: 'GET',
    path: '/v1/tx-builder/health',
    area: 'builder',
    role: 'viewer',
    summary: 'Health check',
    description: 'Whether the builder answers.',
    params: noParams,
    query: null,
    body: null,
    response: healthResponse,
    failures: [],
  },
  listActions: {
    method: 'GET',
    path: '/v1/tx-builder/api/actions/{chain}/{vault_address}/{strategist_address}',
    area: 'builder',
    role: 'viewer',
    summary: 'List actions',
    description:
      "What the strategist may do: the manifest of the active tree, read from the tree's leaves and from nothing else. On `solana` what the digest accounts permit at the newest slot.",
    params: strategistParams,
    query: null,
    body: null,
    response: manifestResponse,
    failures: [svmUnreadable, vaultUnknown, invalidRequest],
  },
  listConstraints: {
    method: 'GET',
    path: '/v1/tx-builder/api/actions/{chain}/{vault_address}/{strategist_address}/constraints/{route}',
    area: 'builder',
    role: 'viewer',
    summary: 'Valid parameter combinations',
    description: 'Every combination of values that can be built, for actions with correlated ones.',
    params: Type.Object({ ...strategistParams.properties, route }),
    query: null,
    body: null,
    response: constraintsResponse,
    failures: [
      svmUnreadable,
      { status: 404, code: null, when: 'The route has no parameter constraints' },
      vaultUnknown,
      invalidRequest,
    ],
  },
  execute: {
    method: 'POST',
    path: '/v1/tx-builder/api/execute/{chain}/{vault_address}/{tail}',
    area: 'builder',
    role: 'strategist',
    summary: 'Build a single action',
    description:
      'Calldata for the Manager, with its proofs. Nothing is signed or sent: decode and simulate it yourself before you sign. `tail` is `{strategist_address}/{route}`, or `{route}` alone when exactly one strategist of the vault has an active tree that permits it. On `solana` the answer is an unsigned transaction in base64, and the strategist of a route alone is read from the vault.',
    params: Type.Object({
      ...vaultParams.properties,
      tail: Type.String({
        maxLength: 250,
        description: '`{strategist_address}/{route}` or `{route}`',
        examples: ['aave_v3/supply'],
      }),
    }),
    query: null,
    body: executeRequest,
    response: Type.Union([executeResponse, svmExecuteResponse]),
    failures: [notBuilt, vaultUnknown, invalidRequest],
  },
  executeMultiple: {
    method: 'POST',
    path: '/v1/tx-builder/api/execute-multiple/{chain}/{vault_address}/{strategist_address}',
    area: 'builder',
    role: 'strategist',
    summary: 'Build an atomic batch',
    description: `One calldata, or on \`solana\` one transaction, that runs all actions in order, or none of them. At most ${maxBatchActions} actions.`,
    params: strategistParams,
    query: null,
    body: executeMultipleRequest,
    response: Type.Union([executeMultipleResponse, svmExecuteMultipleResponse]),
    failures: [
      { status: 400, code: null, when: '`No actions provided`: the batch is empty' },
      notBuilt,
      vaultUnknown,
      invalidRequest,
    ],
  },
  simulate: {
    method: 'POST',
    path: '/v1/tx-builder/api/simulate/{chain}/{vault_address}/{strategist_address}',
    area: 'builder',
    role: 'strategist',
    summary: 'Simulate calldata',
    description:
      'Simulates Manager calldata that you give, wherever it was built, as the strategist would send it. Nothing is signed or sent. Without a `simulation_proof`, the result is what this service and its node say.',
    params: strategistParams,
    query: null,
    body: simulateRequest,
    response: simulateResponse,
    failures: [vaultUnknown, invalidRequest],
  },
} as const satisfies Readonly<Record<string, Operation>>
