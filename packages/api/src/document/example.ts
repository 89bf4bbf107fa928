import { type JsonObject, jsonOf } from './component.ts'
import { builderRequests, builderResponses } from './example/builder.ts'
import { controlRequests, controlResponses } from './example/control.ts'
import { dataRequests, dataResponses } from './example/data.ts'
import { indexingRequests, indexingResponses } from './example/indexing.ts'
import { safeRequests, safeResponses } from './example/safe.ts'
import { solanaRequests, solanaResponses } from './example/solana.ts'
import { swapRequests, swapResponses } from './example/swap.ts'
import {
  detail,
  lastPage,
  manager,
  type RequestExamples,
  type ResponseExamples,
  vault,
} from './example/vault.ts'
import { withdrawQueueResponses } from './example/withdraw-queue.ts'

const user = {
  id: 'user_7Kd2mWq9Rz4Tn6Xb1Yc8Lg',
  name: 'Ada',
  role: 'strategist',
  active: true,
  created_at: '2026-11-01T09:00:00Z',
  deactivated_at: null,
} as const
const key = {
  id: 'key_3Hs8vNp5Jf2Gw7Qa4Ze9Mx',
  user_id: user.id,
  description: 'Rebalancer',
  prefix: 'vw_live_',
  last_four: 'x7Qe',
  rate_per_minute: null,
  created_at: '2026-11-01T09:05:00Z',
  last_used_at: null,
  revoked_at: null,
} as const
const definition = `name: Example USD
chains:
  mainnet:
    vault: '${vault}'
    manager: '${manager}'
`
const accountName = {
  chain: 'mainnet',
  address: vault,
  name: 'Treasury Safe',
  named_by: `user:${user.id}`,
  named_at: '2026-11-20T12:00:00Z',
} as const
const { named_by: _by, named_at: _at, ...accountNameDraft } = accountName
const { name: _name, ...namedAccount } = accountNameDraft
const review = {
  format: 'vaultwright-review-1',
  subject: { kind: 'packet', hash: `0x${'c'.repeat(64)}` },
  entries: [
    {
      number: 1,
      previous: `0x${'0'.repeat(64)}`,
      act: 'proposed',
      comment: '',
      version: '1.0.0',
      at: '2026-11-20T12:00:00Z',
      author: { id: user.id, name: user.name },
      public_key: `0xa5010203262001215820${'a'.repeat(64)}225820${'b'.repeat(64)}`,
      assertion: {
        authenticator_data: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA',
        client_data_json: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
        signature: 'MEUCIQDa',
      },
    },
  ],
} as const
/** Bodies to show for administration. */
const adminRequests = {
  createUser: { strategist: { name: 'Ada', role: 'strategist' } },
  createKey: { key: { user_id: user.id, description: 'Rebalancer', rate_per_minute: null } },
  putVault: { definition: { definition } },
  putAccountName: { safe: accountNameDraft },
  removeAccountName: { safe: namedAccount },
} satisfies RequestExamples

/** Answers to show for administration. */
const adminResponses = {
  listUsers: { users: { data: [user] } },
  createUser: { user: { data: user } },
  deactivateUser: {
    user: { data: { ...user, active: false, deactivated_at: '2026-11-20T12:00:00Z' } },
  },
  listKeys: { keys: { data: [key] } },
  createKey: { key: { data: { ...key, key: 'vw_live_…x7Qe' } } },
  revokeKey: { key: { data: { ...key, revoked_at: '2026-11-20T12:00:00Z' } } },
  putVault: { vault: { data: detail } },
  getReviewRecord: { packet: { data: { ...review, entries: [...review.entries] } } },
  listAccountNames: { names: { data: [accountName] } },
  putAccountName: { safe: { data: accountName } },
  removeAccountName: { safe: { data: accountName } },
  listAudit: {
    page: {
      data: [
        {
          id: 'audit_5Qm1xZr3Yt7Lw9Kc2Vb8Ng',
          at: '2026-11-01T09:05:00Z',
          actor: 'local:operator',
          act: 'key.create',
          subject: key.id,
          details: { user: user.id, description: key.description, prefix: key.prefix },
        },
      ],
      page: lastPage,
    },
  },
} satisfies ResponseExamples

/**
 * Gives bodies to show for an operation.
 *
 * @returns bodies by what they show; empty when none was written.
 */
export function requestExampleOf(name: string): JsonObject {
  const all = [builderRequests, dataRequests, swapRequests, indexingRequests, adminRequests]
  return examplesOf([...all, safeRequests, solanaRequests, controlRequests], name)
}

/**
 * Gives answers to show for an operation.
 *
 * @returns answers by what they show; empty when none was written.
 */
export function responseExampleOf(name: string): JsonObject {
  const all = [builderResponses, dataResponses, swapResponses, indexingResponses, adminResponses]
  const more = [safeResponses, solanaResponses, controlResponses, withdrawQueueResponses]
  return examplesOf([...all, ...more], name)
}

/** An operation may have examples in several parts. */
function examplesOf(parts: readonly Readonly<Record<string, unknown>>[], name: string): JsonObject {
  const shown = parts.filter((part) => Object.hasOwn(part, name)).map((part) => part[name])
  return Object.assign({}, ...shown.map((examples) => jsonOf(examples)))
}
