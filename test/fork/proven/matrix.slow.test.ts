import { describe, expect, test } from 'vitest'
import { agreementHeads, openAgreements, printAgreements } from '../../support/proven/agreement.ts'
import { evenly, hardforksTried } from '../../support/proven/share.ts'
import { runsOf } from '../../support/runs.ts'
import { assertEngines } from '../simulation/matrix/engine.ts'
import { matrixGroups } from '../simulation/matrix/group.ts'
import { openMatrixWorld, undone } from '../simulation/matrix/world.ts'

const allCases = Object.values(matrixGroups).flat()

// Cancun has every case in test/fork/simulation: the others a few of them in a suite, and all in a campaign.
describe.each(hardforksTried(['prague', 'osaka']))('%s', (hardfork) => {
  test('law: node, fork and the proven engine agree on the acceptance matrix, to the unit of gas', async () => {
    const world = await openMatrixWorld(hardfork)
    const agreements = openAgreements(hardfork)
    try {
      const cases = evenly(allCases, runsOf(0.06)).map((one) => ({ one, made: one.make(world) }))
      await world.settle()
      for (const { one: matrixCase, made: whole } of cases) {
        const { before = [], ...settings } = whole
        await undone(world, async () => {
          for (const transaction of before) {
            expect(await world.send(transaction), matrixCase.name).toMatchObject({ status: '0x1' })
          }
          await assertEngines(world, { one: matrixCase, made: settings, agreements })
        })
      }
      expect(Math.max(...agreements.roundTrips.keys())).toBe(4)
    } finally {
      await world.close()
      console.log(`${agreementHeads}\n${printAgreements('acceptance matrix', agreements)}`)
    }
  }, 7_200_000)
})
