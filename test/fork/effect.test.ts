import { afterAll, beforeAll, describe, test } from 'vitest'
import { caseList } from './effect/case-list.ts'
import { run, tally } from './effect/run.ts'
import { openStage, type Stage } from './effect/stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
}, 600_000)

afterAll(async () => {
  await stage?.close()
  console.log(
    `effects: ${tally.moves} actions carried out through the Manager, ${tally.refusals} variations of them refused`,
  )
})

describe('what an action does is what it says', () => {
  for (const one of caseList) {
    test(`default: ${one.what}`, () => stage.undone(() => run(stage, one)))
  }
})
