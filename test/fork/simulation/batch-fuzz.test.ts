import { crossCheck } from '@vaultwright/chain'
import { type CalldataVerdict, verifyCalldata } from '@vaultwright/manager'
import type { Simulation } from '@vaultwright/outcome'
import { ruleBook } from '@vaultwright/protocols'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRandom } from '../../../scripts/vector/random.mjs'
import { runsOf } from '../../support/runs.ts'
import { openBatchSource } from './matrix/random-batch.ts'
import { readKnownState } from './matrix/state.ts'
import { type MatrixWorld, openMatrixWorld } from './matrix/world.ts'

/** Batches; a campaign draws more. */
const runs = Math.max(200, runsOf(1 / 20))
const seed = 0xba7c

let world: MatrixWorld
const counts = { success: 0, foreseen: 0, possible: 0, nested: 0, names: new Map<string, number>() }

beforeAll(async () => {
  world = await openMatrixWorld()
})
afterAll(async () => {
  await world?.close()
  const names = [...counts.names].toSorted((one, other) => other[1] - one[1])
  console.log(
    `${runs} batches: ${counts.success} succeed, ${counts.foreseen} refused as foreseen, ${counts.possible} by one of the possible errors; ${counts.nested} failed inside a loan\n${names.map(([name, count]) => `${count} ${name}`).join(', ')}`,
  )
})

test('law: both engines agree on any batch, and nothing sure is foretold that does not come', async () => {
  const source = openBatchSource(world, openRandom(seed))
  for (let run = 0; run < runs; run++) {
    const data = source.draw()
    try {
      await compared(data)
    } catch (error) {
      throw new Error(`batch ${run} of seed ${seed}: ${data}`, { cause: error })
    }
  }
}, 7_200_000)

async function compared(data: Hex): Promise<void> {
  const from = world.of('strategist')
  const { manager } = world
  const managerState = await readKnownState(world, { from, manager, data, lender: 'honest' })
  const trees = { tree: world.main, managerTree: world.main }
  const foreseen = verifyCalldata(data, { rules: ruleBook, manager, ...trees, ...managerState })
  const checked = await crossCheck(world, { from, to: manager, data })
  if (!checked.agreed) expect(checked.differences).toEqual([])
  if (!checked.agreed) throw new Error('the engines differ')
  expect(checked.fork.outcome).toEqual(checked.simulation.outcome)
  expect(checked.fork.warnings).toEqual(checked.simulation.warnings)
  assertForeseen(foreseen, checked.simulation)
}

function assertForeseen(verdict: CalldataVerdict, { outcome }: Simulation): void {
  const { certain, possible } = verdict.prediction
  if (outcome.status === 'success') {
    expect(certain).toBeNull()
    counts.success++
    return
  }
  const { name } = outcome.revert
  const path = outcome.failing?.path ?? null
  const label = name ?? outcome.revert.data.slice(0, 10)
  counts.names.set(label, (counts.names.get(label) ?? 0) + 1)
  if ((path?.length ?? 0) > 1) counts.nested++
  if (certain !== null && isSame(certain.error, name)) {
    if (String(certain.callPath) === String(path)) {
      counts.foreseen++
      return
    }
  }
  // What has no name stands for the errors of other contracts, at the call that is named.
  const isOwn = name?.startsWith('ManagerWithMerkleVerification__') === true
  const isNamed = possible.some(({ error, callPath }) => {
    return error === name || (error === null && !isOwn && String(callPath) === String(path))
  })
  if (!isNamed) expect.fail(`${name} at ${path} was not foreseen; certain: ${certain?.error}`)
  counts.possible++
  assertUnproven(verdict, outcome)
}

/** The Manager never refuses the proof of a call that was said to be proven. */
function assertUnproven(
  { calls }: CalldataVerdict,
  outcome: Extract<Simulation['outcome'], { readonly status: 'reverted' }>,
): void {
  const isProof = outcome.revert.name?.endsWith('FailedToVerifyManageProof') === true
  if (!isProof || outcome.failing === null) return
  const path = outcome.failing.path.join()
  const failingCall = calls.find((call) => call.path.join() === path)
  expect(failingCall?.verdict).not.toBe('proven')
}

function isSame(foretold: string | null, name: string | null): boolean {
  return foretold === null || foretold === name
}
