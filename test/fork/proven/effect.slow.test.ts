import { describe, expect, test } from 'vitest'
import { agreementHeads, printAgreements } from '../../support/proven/agreement.ts'
import { evenly, hardforksTried } from '../../support/proven/share.ts'
import { runsOf } from '../../support/runs.ts'
import { caseList } from '../simulation/effect/case-list.ts'
import { openEffectChain } from '../simulation/effect/effect-chain.ts'
import { run } from '../simulation/effect/run.ts'

// Cancun has every case in test/fork/simulation: the others a few of them in a suite, and all in a campaign.
describe.each(hardforksTried(['prague', 'osaka']))('%s', (hardfork) => {
  test('law: node, fork and the proven engine agree on what actions do, to the unit of gas', async () => {
    const effectChain = await openEffectChain(hardfork)
    const { agreements } = effectChain
    try {
      for (const effectCase of evenly(caseList, runsOf(0.01))) {
        await effectChain.undone(() => run(effectChain, effectCase))
      }
      expect(agreements.equal).toBeGreaterThan(0)
      expect(Math.max(...agreements.roundTrips.keys())).toBeLessThanOrEqual(4)
    } finally {
      await effectChain.close()
      console.log(`${agreementHeads}\n${printAgreements('effects', agreements)}`)
    }
  }, 7_200_000)
})
