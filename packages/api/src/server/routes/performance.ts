import { BaseError } from '@vaultwright/base'
import type { VaultRef } from '@vaultwright/store'
import { performanceOf } from '@vaultwright/wire'
import { cachedAnswer } from '../../answer/cached-answer.ts'
import { readWithReceipts } from '../../answer/receipt.ts'
import { defineRoute } from '../../answer/route.ts'
import { findVaultPath } from '../../request/vault-path.ts'
import { findVault } from './vault.ts'

/** 4.12: yield over seven days. */
export const getPerformance = defineRoute('getPerformance', (request) => {
  const { store } = request.context
  const { tenantId } = request.caller
  const vaultRef = findVaultPath(request.params)
  const isExplained = request.query.explain === true
  const key = [vaultRef.chain, vaultRef.vault, isExplained ? 'explain' : null] as const
  return cachedAnswer(request, ['getPerformance', ...key], async () => {
    await findVault(request.context, tenantId, vaultRef)
    const read = async () => {
      const performance = await store.performances.latest(tenantId, vaultRef)
      if (performance === null) throw new PerformanceNotFoundError(vaultRef)
      return performance
    }
    if (!isExplained) return { data: performanceOf(await read()) }
    const source = { store, tenantId, kind: 'performance' } as const
    const { given, receipts } = await readWithReceipts(source, read, (one) => [one])
    return { data: { ...performanceOf(given), receipt: receipts[0] ?? null } }
  })
})

/** A vault has no performance yet. */
export class PerformanceNotFoundError extends BaseError {
  override readonly code = 'performance_not_found'
  override readonly kind = 'not_found'

  constructor({ chain, vault }: VaultRef) {
    super({
      message: `The vault ${vault} has no performance on ${chain} yet. It takes seven days of data.`,
      facts: { chain, vault },
    })
  }
}
