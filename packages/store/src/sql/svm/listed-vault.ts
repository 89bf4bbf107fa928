import type { Address } from '@vaultwright/base'
import type { SvmAddress } from '@vaultwright/svm'
import type { ListedVault, ListedVaultStore, SvmVaultStore } from '../../record/svm-vault.ts'
import type { VaultStore } from '../../record/vault.ts'
import type { Page, PageQuery } from '../../value/page.ts'

/** Makes the one list over both kinds of vaults: those of the first kind come first, so one place serves both. */
export function buildListedVaults(vaults: VaultStore, svmVaults: SvmVaultStore): ListedVaultStore {
  return {
    page: async (tenantId, { after, limit }): Promise<Page<ListedVault>> => {
      const isPast = after !== null && !after.startsWith('0')
      const evm = isPast
        ? nothing
        : await vaults.summaries(tenantId, { after: after as Address, limit })
      const listed = evm.items.map((vault) => ({ kind: 'evm', vault }) as const)
      if (evm.hasMore) return { items: listed, hasMore: true }
      const svmQuery: PageQuery<SvmAddress> = {
        after: isPast ? (after as SvmAddress) : null,
        limit: limit - listed.length,
      }
      const svm = await svmVaults.page(tenantId, svmQuery)
      const svmListed = svm.items.map((vault) => ({ kind: 'svm', vault }) as const)
      return { items: [...listed, ...svmListed], hasMore: svm.hasMore }
    },
  }
}

const nothing = { items: [], hasMore: false } as const
