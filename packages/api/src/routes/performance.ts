import { BaseError } from '@vaultwright/base'
import type { VaultPlace } from '@vaultwright/store'
import { performanceOf } from '@vaultwright/wire'
import { keptAnswer } from '../kept-answer.ts'
import { readExplained } from '../receipt.ts'
import { defineRoute } from '../route.ts'
import { findVaultPath } from '../vault-path.ts'
import { findVault } from './vault.ts'

/** 4.12: yield over seven days. */
export const getPerformance = defineRoute('getPerformance', (asked) => {
  const { store } = asked.context
  const { tenantId } = asked.caller
  const place = findVaultPath(asked.params)
  const isExplained = asked.query.explain === true
  const key = [place.chain, place.vault, isExplained ? 'explain' : null] as const
  return keptAnswer(asked, ['getPerformance', ...key], async () => {
    await findVault(asked.context, tenantId, place)
    const read = async () => {
      const performance = await store.performances.latest(tenantId, place)
      if (performance === null) throw new PerformanceNotFoundError(place)
      return performance
    }
    if (!isExplained) return { data: performanceOf(await read()) }
    const source = { store, tenantId, kind: 'performance' } as const
    const { given, receipts } = await readExplained(source, read, (one) => [one])
    return { data: { ...performanceOf(given), receipt: receipts[0] ?? null } }
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
