import { simulateOnNode } from '@vaultwright/chain'
import {
  decodeBatch,
  decodeManage,
  droneTargetOf,
  encodeManage,
  verifyCalldata,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRandom } from '../../../scripts/vector/random.mjs'
import { openBatchSource } from '../simulation/matrix/random-batch.ts'
import { readKnownState } from '../simulation/matrix/state.ts'
import { type MatrixWorld, openMatrixWorld } from '../simulation/matrix/world.ts'

/** Batches that succeed without a tag. */
const count = 5
const tag: Hex = '0x7265666572726564'

let world: MatrixWorld

beforeAll(async () => {
  world = await openMatrixWorld()
})
afterAll(async () => {
  await world?.close()
})

test('law: the Manager accepts bytes behind the arguments of each call and behind its own', async () => {
  const source = openBatchSource(world, openRandom(0x7a6))
  let seenCount = 0
  for (let drawn = 0; drawn < 400 && seenCount < count; drawn++) {
    const plain = source.draw()
    const calls = callsIn(plain)
    if (calls === null || (await statusOf(plain)) !== 'success') continue
    const tagged = calls.map((call) => ({ ...call, data: `${call.data}${tag.slice(2)}` as Hex }))
    const data: Hex = `${encodeManage(tagged)}${tag.slice(2)}`
    expect(await statusOf(data)).toBe('success')
    const verdict = await verdictOf(data)
    expect(verdict.prediction.certain).toBeNull()
    expect(verdict.calls.map((call) => call.verdict)).not.toContain('refused')
    expect(verdict.notes).toMatchObject([{ kind: 'trailing_bytes', bytes: tag }])
    for (const { notes, path } of verdict.calls) {
      if (path.length === 1)
        expect(notes.at(-1)).toMatchObject({ kind: 'trailing_bytes', bytes: tag })
    }
    seenCount++
  }
  expect(seenCount).toBe(count)
})

/** The calls of a batch; null where a tag would hide the target of a drone, or there is no call. */
function callsIn(data: Hex) {
  try {
    decodeBatch(data, { manager: world.manager })
    const calls = decodeManage(data)
    const isPlain = calls.every(
      ({ data: inner }) => inner.length >= 10 && droneTargetOf(inner) === null,
    )
    return isPlain && calls.length > 0 ? calls : null
  } catch {
    return null
  }
}

async function statusOf(data: Hex): Promise<string> {
  const from = world.of('strategist')
  const { outcome } = await simulateOnNode(world.chain, { from, to: world.manager, data })
  return outcome.status
}

async function verdictOf(data: Hex) {
  const from = world.of('strategist')
  const { manager } = world
  const chainState = await readKnownState(world, { from, manager, data, lender: 'honest' })
  const trees = { tree: world.main, managerTree: world.main }
  return verifyCalldata(data, { rules: ruleBook, manager, ...trees, ...chainState })
}
