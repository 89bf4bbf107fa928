import { BaseError } from '@vaultwright/base'
import type { VaultPlace } from '@vaultwright/store'
import { performanceOf } from '@vaultwright/wire'
import { keptAnswer } from '../kept-answer.ts'
import { defineRoute } from '../route.ts'
import { findVaultPath } from '../vault-path.ts'
import { findVault } from './vault.ts'

/** 4.12: yield over seven days. */
export const getPerformance = defineRoute('getPerformance', (asked) => {
  const { caller, context } = asked
  const place = findVaultPath(asked.params)
  return keptAnswer(asked, ['getPerformance', place.chain, place.vault], async () => {
    await findVault(context, caller.tenantId, place)
    const performance = await context.store.performances.latest(caller.tenantId, place)
    if (performance === null) throw new PerformanceNotFoundError(place)
    return { data: performanceOf(performance) }
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
