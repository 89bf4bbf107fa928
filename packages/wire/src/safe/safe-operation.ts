import Type from 'typebox'
import {
  invalidRequest,
  type OperationFailure,
  vaultMissing,
  vaultParams,
} from '../field/operation.ts'
import { safeAccountResponse, safeDelegatesResponse, vaultSafesResponse } from './safe-account.ts'
import { safeExecutionResponse, safeSendingRequest, safeSendingResponse } from './safe-execution.ts'
import {
  judgingVault,
  safeProposalRequest,
  safeProposalResponse,
  safeWithdrawalResponse,
} from './safe-proposal.ts'
import { safeConfirmationRequest, safeEntryResponse, safeQueueResponse } from './safe-queue.ts'

const base = '/v1/safes/{chain}/{safe}'

const safeParams = Type.Object({
  chain: vaultParams.properties.chain,
  safe: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Address of the Safe: 0x and 40 hex digits',
    examples: ['0x1b3B62930a45a63CA56fD666dFef294DE092CF71'],
  }),
})
const entryParams = Type.Object({
  ...safeParams.properties,
  safe_tx_hash: Type.String({
    pattern: '^0x[0-9a-f]{64}$',
    description: '32 bytes',
    examples: [`0x${'a'.repeat(64)}`],
  }),
})
const vaultQuery = Type.Object({ vault_address: judgingVault }, { additionalProperties: false })

const readOperation = { method: 'GET', area: 'data', role: 'viewer', body: null } as const
const safeMissing: OperationFailure = {
  status: 404,
  code: 'safe_not_found',
  when: 'The account is not a strategist of a vault of the tenant on this chain',
}
const entryMissing: OperationFailure = {
  status: 404,
  code: 'safe_transaction_not_found',
  when: 'No service lists a transaction of this hash',
}

const keyMissing: OperationFailure = {
  status: 409,
  code: 'safe_key_missing',
  when: 'The operator configured no key for the Safe: the message says how',
}
const serviceRefused: OperationFailure = {
  status: 409,
  code: 'safe_service_refused',
  when: 'The service of the queue does not take it',
}

/** Queues of Safes that are strategists. The interface does not name them: every shape is our choice. */
export const safeOperations = {
  listVaultSafes: {
    ...readOperation,
    path: '/v1/vaults/{chain}/{vault_address}/safes',
    summary: 'Safes of a vault',
    description: 'Strategists of the vault that answer as a Safe does, at the newest block.',
    params: vaultParams,
    query: null,
    response: vaultSafesResponse,
    failures: [vaultMissing],
  },
  getSafeQueue: {
    ...readOperation,
    path: `${base}/queue`,
    summary: 'Queue of a Safe',
    description:
      'Transactions that wait for owners, each judged now, and the rows of the services as they are.',
    params: safeParams,
    query: vaultQuery,
    response: safeQueueResponse,
    failures: [safeMissing, invalidRequest],
  },
  getSafeTransaction: {
    ...readOperation,
    path: `${base}/queue/{safe_tx_hash}`,
    summary: 'A transaction of a queue',
    description: 'One transaction that waits.',
    params: entryParams,
    query: vaultQuery,
    response: safeEntryResponse,
    failures: [safeMissing, entryMissing, invalidRequest],
  },
  getSafeAccount: {
    ...readOperation,
    path: `${base}/account`,
    summary: 'Account of a Safe',
    description: 'Owners, threshold, nonce and modules, with their proof.',
    params: safeParams,
    query: null,
    response: safeAccountResponse,
    failures: [safeMissing, invalidRequest],
  },
  listSafeDelegates: {
    ...readOperation,
    path: `${base}/delegates`,
    summary: 'Delegates of a Safe',
    description: 'Accounts that may propose, as the services say.',
    params: safeParams,
    query: null,
    response: safeDelegatesResponse,
    failures: [safeMissing, invalidRequest],
  },
  getSafeExecution: {
    ...readOperation,
    path: `${base}/executions/{safe_tx_hash}`,
    summary: 'Execution of a transaction',
    description: 'What a transaction did, beside what was stated of it.',
    params: entryParams,
    query: null,
    response: safeExecutionResponse,
    failures: [
      safeMissing,
      {
        status: 404,
        code: 'safe_statement_not_found',
        when: 'Nothing was stated of it: transactions are stated when they are proposed here',
      },
      invalidRequest,
    ],
  },
  sendSafeTransaction: {
    method: 'POST',
    area: 'data',
    role: 'strategist',
    path: `${base}/executions`,
    summary: 'Execute a transaction',
    description: 'The call that executes an entry that is ready, simulated. A wallet sends it.',
    params: safeParams,
    query: null,
    body: safeSendingRequest,
    bodyLimit: 65_536,
    response: safeSendingResponse,
    failures: [
      safeMissing,
      entryMissing,
      {
        status: 409,
        code: 'safe_not_ready',
        when: 'Owners are missing, an earlier nonce waits, or the answer is No',
      },
      { status: 409, code: 'safe_execution_reverts', when: 'Its simulation reverts' },
      invalidRequest,
    ],
  },
  confirmSafeTransaction: {
    method: 'POST',
    area: 'data',
    role: 'strategist',
    path: `${base}/confirmations`,
    summary: 'Confirm a transaction',
    description: "Forwards an owner's signature; the signer is recovered first.",
    params: safeParams,
    query: null,
    body: safeConfirmationRequest,
    bodyLimit: 65_536,
    response: safeEntryResponse,
    failures: [
      safeMissing,
      entryMissing,
      {
        status: 409,
        code: 'safe_transaction_closed',
        when: 'Its nonce is used, or its fields have another hash than the service states',
      },
      serviceRefused,
      {
        status: 422,
        code: 'confirmation_refused',
        when: 'The signature is of no owner, of another kind, or stands there already',
      },
      invalidRequest,
    ],
  },
  proposeSafeTransaction: {
    method: 'POST',
    area: 'data',
    role: 'strategist',
    path: `${base}/proposals`,
    summary: 'Propose a batch',
    description:
      "Puts calls that are a Yes into the queue, at the first free nonce, by the service's delegate key or a wallet's signature.",
    params: safeParams,
    query: null,
    body: safeProposalRequest,
    bodyLimit: 262_144,
    response: safeProposalResponse,
    failures: [
      safeMissing,
      keyMissing,
      {
        status: 409,
        code: 'safe_signature_outdated',
        when: 'The calls have another hash than `signed` names, such as when the nonce was taken',
      },
      {
        status: 409,
        code: 'safe_proposed_before',
        when: 'The same calls were proposed at a nonce that is used. Say `again`',
      },
      serviceRefused,
      {
        status: 422,
        code: 'safe_proposal_refused',
        when: 'The answer is not Yes, the document cannot be used, or the key or the signature may not propose: `details.reason` says which',
      },
      invalidRequest,
    ],
  },
  withdrawSafeProposal: {
    method: 'DELETE',
    area: 'data',
    role: 'strategist',
    path: `${base}/proposals/{safe_tx_hash}`,
    summary: 'Withdraw a proposal',
    description:
      'Takes a proposal of this service out of the queue, while no owner signed it. Safe to repeat.',
    params: entryParams,
    query: null,
    body: null,
    response: safeWithdrawalResponse,
    failures: [
      safeMissing,
      entryMissing,
      keyMissing,
      {
        status: 409,
        code: 'safe_proposal_fixed',
        when: 'This service did not propose it, or an owner signed it: it can run whatever is listed',
      },
      serviceRefused,
      invalidRequest,
    ],
  },
} as const
