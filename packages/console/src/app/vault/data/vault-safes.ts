import { queryOptions } from '@tanstack/react-query'
import type { VaultAddress } from '@vaultwright/check'
import { sessionClient } from '../../session/session-client.ts'

/** The question which strategists of a vault are Safes. */
export function vaultSafesQuery({ chain, address }: VaultAddress) {
  return queryOptions({
    queryKey: ['vault-safes', chain, address.toLowerCase()],
    queryFn: async () =>
      (await sessionClient().listVaultSafes({ chain, vault_address: address })).data,
    staleTime: 300_000,
  })
}
