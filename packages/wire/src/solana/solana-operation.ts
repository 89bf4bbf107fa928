import { anyVaultParams, type Operation, vaultMissing } from '../field/operation.ts'
import {
  svmPermissionHistoryQuery,
  svmPermissionHistoryResponse,
  svmPermissionsQuery,
  svmPermissionsResponse,
} from './permission.ts'

/** The operations on Solana vaults beside the interface. Our choice. */
export const solanaOperations = {
  getSvmPermissions: {
    method: 'GET',
    path: '/v1/vaults/{chain}/{vault_address}/permissions',
    area: 'data',
    role: 'viewer',
    summary: 'Accounts that say what a Solana vault permits',
    description:
      "The vault's definition and every account that its permissions depend on, at one slot, as the node gives them: compute every digest yourself. Only on `solana`.",
    params: anyVaultParams,
    query: svmPermissionsQuery,
    body: null,
    response: svmPermissionsResponse,
    failures: [
      vaultMissing,
      { status: 422, code: null, when: '`also` is not a list of addresses, or has too many' },
    ],
  },
  getSvmPermissionHistory: {
    method: 'GET',
    path: '/v1/vaults/{chain}/{vault_address}/permissions/history',
    area: 'data',
    role: 'viewer',
    summary: 'When the digests of a Solana vault were created and closed',
    description:
      "From the newest finalised transactions that name the vault's state, also inside calls of a multisig. A digest that is not closed permits its call. Only on `solana`.",
    params: anyVaultParams,
    query: svmPermissionHistoryQuery,
    body: null,
    response: svmPermissionHistoryResponse,
    failures: [vaultMissing],
  },
} as const satisfies Readonly<Record<string, Operation>>
