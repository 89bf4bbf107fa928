import { shiftDay } from '@vaultwright/valuation'
import { deriveFor, inputsChanged } from '../derive/derive-day.ts'
import { findIndexedVault } from '../read/vault-read-plan.ts'
import { defineJob, done } from './job.ts'

/** Computes a day's growth, and that of the day after it, which looks at it. */
export const vaultDaily = defineJob({
  kind: 'vault.daily',
  run: async ({ kind: _, day, ...vaultRef }, context) => {
    const indexedVault = await findIndexedVault(context, vaultRef)
    if (indexedVault === null) return done
    const days = { daily: [day, shiftDay(day, 1)] }
    await deriveFor(context, indexedVault, { days, reason: inputsChanged })
    return done
  },
})
