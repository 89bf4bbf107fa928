import { shiftDay } from '@vaultwright/valuation'
import { deriveFor, inputsChanged } from '../derive/derive-day.ts'
import { findIndexedVault } from '../read/vault-read-plan.ts'
import { weekDays } from '../value/basis.ts'
import { defineJob, done } from './job.ts'

/** Computes every performance that looks at a day, on all chains of the vault. */
export const vaultPerformance = defineJob({
  kind: 'vault.performance',
  run: async ({ kind: _, day, ...vaultRef }, context) => {
    const indexedVault = await findIndexedVault(context, vaultRef)
    if (indexedVault === null) return done
    const week = Array.from({ length: weekDays + 1 }, (_, at) => shiftDay(day, at))
    await deriveFor(context, indexedVault, { days: { performance: week }, reason: inputsChanged })
    for (const deployment of indexedVault.vault.deployments) {
      if (deployment.chain === vaultRef.chain) continue
      // Other chains look at the first and the last day of theirs.
      const other = {
        ...indexedVault,
        deployment,
        vaultRef: { ...vaultRef, chain: deployment.chain },
      }
      const days = { performance: [day, shiftDay(day, weekDays)] }
      await deriveFor(context, other, { days, reason: inputsChanged })
    }
    return done
  },
})
