import { BaseError } from '@vaultwright/base'
import type { VaultPlace } from '@vaultwright/store'
import { performanceOf } from '@vaultwright/wire'
import { keptAnswer } from '../kept-answer.ts'
import { readReceipt } from '../receipt.ts'
import { defineRoute } from '../route.ts'
import { findVaultPath } from '../vault-path.ts'
import { findVault } from './vault.ts'

/** 4.12: yield over seven days. */
export const getPerformance = defineRoute('getPerformance', (asked) => {
  const { context, query } = asked
  const { tenantId } = asked.caller
  const place = findVaultPath(asked.params)
  const isExplained = query.explain === true
  const key = [place.chain, place.vault, isExplained ? 'explain' : null] as const
  return keptAnswer(asked, ['getPerformance', ...key], async () => {
    await findVault(context, tenantId, place)
    const performance = await context.store.performances.latest(tenantId, place)
    if (performance === null) throw new PerformanceNotFoundError(place)
    const data = performanceOf(performance)
    if (!isExplained) return { data }
    const wanted = { ...performance, kind: 'performance' } as const
    return { data: { ...data, receipt: await readReceipt(context.store, tenantId, wanted) } }
  })
})

/** A vault has no performance yet. */
export class PerformanceNotFoundError extends BaseError {
  override readonly code = 'performance_not_found'

  constructor({ chain, vault }: VaultPlace) {
    super({
      message: `The vault ${vault} has no performance on ${chain} yet. It takes seven days of data.`,
      facts: { chain, vault },
    })
  }
}
