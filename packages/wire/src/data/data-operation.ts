import Type from 'typebox'
import {
  anyVaultParams,
  invalidRequest,
  noParams,
  type Operation,
  type OperationFailure,
  strategistParams,
  treeParams,
  treesParams,
  vaultMissing,
  vaultParams,
} from '../field/operation.ts'
import { cursor, pageSize } from '../field/page.ts'
import { explain } from '../field/receipt.ts'
import { dailyResponse } from './daily.ts'
import { indexStatusQuery, indexStatusResponse } from './index-status.ts'
import { performanceResponse } from './performance.ts'
import { revisionsResponse } from './revision.ts'
import { pendingRootsResponse, rootChangesResponse, rootsResponse } from './root.ts'
import { rootProofResponse } from './root-proof.ts'
import { snapshotResponse, snapshotsResponse } from './snapshot.ts'
import { treePush, treePushResponse, treeResponse } from './tree.ts'
import { treeDiffResponse, treeRiskResponse } from './tree-review.ts'
import { vaultResponse, vaultsResponse } from './vault.ts'
import { vaultFiguresResponse } from './vault-figures.ts'

/** Bytes of a pushed tree file at most: room for some 16,000 leaves. */
const maxTreeBytes = 32 * 1024 * 1024

const day = Type.String({ maxLength: 40, examples: ['2026-11-01'] })
const vaultPath = '/v1/vaults/{chain}/{vault_address}'
const readOperation = {
  method: 'GET',
  area: 'data',
  role: 'viewer',
  query: null,
  body: null,
} as const
const noTree = (when: string): OperationFailure => ({ status: 404, code: 'tree_not_found', when })
const noRoot: OperationFailure = {
  status: 400,
  code: 'invalid_root_hash',
  when: '`root_hash` is not 64 hex characters, with or without 0x',
}

/** 4.7 to 4.15: vault data. */
export const dataOperations = {
  listVaults: {
    ...readOperation,
    path: '/v1/vaults',
    summary: 'List vaults',
    description: "The tenant's vaults by address.",
    params: noParams,
    query: Type.Object({ cursor, page_size: pageSize }, { additionalProperties: false }),
    response: vaultsResponse,
    failures: [invalidRequest],
  },
  getVault: {
    ...readOperation,
    path: vaultPath,
    summary: 'A vault',
    description: 'The summary, with the deployments on all chains.',
    params: vaultParams,
    response: vaultResponse,
    failures: [vaultMissing],
  },
  listVaultSummaries: {
    ...readOperation,
    path: '/v1/vaults/summaries',
    summary: 'List vaults with their figures',
    description:
      "The tenant's vaults by address, on every chain with what they were worth and earned on the last day, how far the index is behind, and roots without a tree.",
    params: noParams,
    query: Type.Object({ cursor, page_size: pageSize }, { additionalProperties: false }),
    response: vaultFiguresResponse,
    failures: [invalidRequest],
  },
  getLatestSnapshot: {
    ...readOperation,
    path: `${vaultPath}/metrics/snapshot/latest`,
    summary: 'Latest snapshot',
    description: 'Share price, totals, positions and prices at the newest recorded block.',
    params: vaultParams,
    response: snapshotResponse,
    failures: [
      vaultMissing,
      { status: 404, code: 'snapshot_not_found', when: 'The vault has no snapshot yet' },
    ],
  },
  listSnapshots: {
    ...readOperation,
    path: `${vaultPath}/metrics/snapshot`,
    summary: 'Snapshot history',
    description: 'One snapshot a day, newest first, 20 a page.',
    params: vaultParams,
    query: Type.Object({ cursor }, { additionalProperties: false }),
    response: snapshotsResponse,
    failures: [vaultMissing, invalidRequest],
  },
  listRoots: {
    ...readOperation,
    path: `${vaultPath}/roots`,
    summary: 'Roots of a vault',
    description:
      'Roots that are or were on the Manager, active ones first, then those set last; one entry for each root and strategist.',
    params: vaultParams,
    query: Type.Object({ cursor, page_size: pageSize }, { additionalProperties: false }),
    response: rootsResponse,
    failures: [vaultMissing, invalidRequest],
  },
  listPendingRoots: {
    ...readOperation,
    path: `${vaultPath}/roots/pending`,
    summary: 'Pending roots of a vault',
    description:
      'Roots whose tree was pushed and that are not on the Manager, by root and strategist.',
    params: vaultParams,
    response: pendingRootsResponse,
    failures: [vaultMissing],
  },
  listRootChanges: {
    ...readOperation,
    path: `${vaultPath}/roots/changes`,
    summary: 'Changes of roots',
    description: 'Every setting of a root on the Manager, oldest first, zero roots too.',
    params: vaultParams,
    query: Type.Object({ cursor, page_size: pageSize }, { additionalProperties: false }),
    response: rootChangesResponse,
    failures: [vaultMissing, invalidRequest],
  },
  getRootProof: {
    ...readOperation,
    path: `${vaultPath}/roots/{strategist_address}/proof`,
    summary: 'Proof of a root',
    description:
      "The root that the Manager holds for a strategist at the newest block, with header, account proof and storage proof. Take the block's hash from elsewhere.",
    params: strategistParams,
    response: rootProofResponse,
    failures: [
      vaultMissing,
      {
        status: 404,
        code: 'root_proof_not_found',
        when: 'No root is set, no node is configured for the chain, or its node gives no proof',
      },
      invalidRequest,
    ],
  },
  listRevisions: {
    ...readOperation,
    path: `${vaultPath}/revisions`,
    summary: 'Revised days',
    description:
      'Days whose values were replaced, newest first: what stood before, why it was replaced, and what stands now.',
    params: vaultParams,
    query: Type.Object({ cursor, page_size: pageSize }, { additionalProperties: false }),
    response: revisionsResponse,
    failures: [vaultMissing, invalidRequest],
  },
  getIndexStatus: {
    ...readOperation,
    path: '/v1/index',
    summary: 'Status of the index',
    description:
      'How far each vault is indexed on each chain, by the database alone, without retired ones; as `index status`. A list names the first days and failures, with `vault_address` all.',
    params: noParams,
    query: indexStatusQuery,
    response: indexStatusResponse,
    failures: [invalidRequest],
  },
  listDailyData: {
    ...readOperation,
    path: `${vaultPath}/dailyData`,
    summary: 'Daily data',
    description:
      'One entry a day, in chronological order. `explain=true` adds to each what it was computed from.',
    params: vaultParams,
    query: Type.Object(
      {
        from: Type.Optional(
          Type.String({
            ...day,
            description: 'ISO-8601, UTC, inclusive; the earliest day if none',
          }),
        ),
        to: Type.Optional(
          Type.String({ ...day, description: 'ISO-8601, UTC, inclusive; the latest day if none' }),
        ),
        page_size: pageSize,
        cursor,
        explain,
      },
      { additionalProperties: false },
    ),
    response: dailyResponse,
    failures: [
      vaultMissing,
      {
        status: 422,
        code: 'validation_failed',
        when: '`from` or `to` is malformed, or `to` is not later than `from`',
      },
      invalidRequest,
    ],
  },
  getPerformance: {
    ...readOperation,
    path: `${vaultPath}/performance`,
    summary: 'Performance',
    description:
      'APY over the last seven days, net of fees, and what it is made of. `explain=true` adds what it was computed from.',
    params: anyVaultParams,
    query: Type.Object({ explain }, { additionalProperties: false }),
    response: performanceResponse,
    failures: [
      vaultMissing,
      { status: 404, code: 'performance_not_found', when: 'The vault has no performance yet' },
      {
        status: 422,
        code: null,
        when: '`explain` is neither `true` nor `false`, or the query has another parameter',
      },
    ],
  },
  getTree: {
    ...readOperation,
    path: '/v1/trees/{root_hash}',
    summary: 'Tree on chain',
    description: 'The tree of a root that is or was on a Manager. It never changes.',
    params: treeParams,
    response: treeResponse,
    failures: [
      noRoot,
      noTree('No tree has this root, no vault of the tenant uses it, or it is pending'),
    ],
  },
  getPendingTree: {
    ...readOperation,
    path: '/v1/trees/{root_hash}/pending',
    summary: 'Pending tree',
    description: 'The tree of a root that was generated and is not on a Manager yet.',
    params: treeParams,
    response: treeResponse,
    failures: [
      noRoot,
      noTree('No pending tree has this root, no vault of the tenant uses it, or it is on chain'),
    ],
  },
  pushTree: {
    method: 'POST',
    area: 'data',
    role: 'curator',
    path: '/v1/trees',
    summary: 'Push a tree',
    description:
      'Keeps a tree and makes its root pending for a strategist. The same root again is harmless: the first text stays, and the answer lists the differences.',
    params: noParams,
    query: null,
    body: treePush,
    bodyLimit: maxTreeBytes,
    response: treePushResponse,
    failures: [
      vaultMissing,
      {
        status: 404,
        code: 'strategist_not_found',
        when: 'The vault has no such strategist on the chain',
      },
      {
        status: 422,
        code: 'tree_invalid',
        when: 'The file cannot be read, or its leaves do not make its root',
      },
      invalidRequest,
    ],
  },
  getTreeRisk: {
    ...readOperation,
    path: '/v1/trees/{root_hash}/risk',
    summary: 'Risk of a tree',
    description:
      'What a stolen key of the strategist could do at worst: every way out of the tree, on chain or pending, with a call that takes it. Derived from what decoders bind and what the other arguments mean, never from descriptions. The same JSON as `tree risk --json`.',
    params: treeParams,
    response: treeRiskResponse,
    failures: [noRoot, noTree('No tree has this root, or no vault of the tenant uses it')],
  },
  getTreeDiff: {
    ...readOperation,
    path: '/v1/trees/{root_hash}/diff/{other_root_hash}',
    summary: 'Difference of two trees',
    description:
      'What the other tree permits that this one does not, and the reverse: what binds less first, then permissions as sets of values, then every leaf. Both may be on chain or pending. The same JSON as `tree diff --json`.',
    params: treesParams,
    response: treeDiffResponse,
    failures: [noRoot, noTree('No tree has one of the roots, or no vault of the tenant uses it')],
  },
} as const satisfies Readonly<Record<string, Operation>>
