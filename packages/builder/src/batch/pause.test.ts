import { finishSteps } from '@vaultwright/base'
import { buildLeafTree } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import {
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  emptyFacts,
  leafOf,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { manifestOf, manifestSteps } from '../permission/manifest.ts'
import { type BuildContext, preparationSteps } from '../permission/permission-index.ts'
import { InvalidParametersError } from '../resolve/problem.ts'
import { buildActions } from './build.ts'

const of = (number: number) => checksumOf(`0x${(number + 0xabc).toString(16).padStart(40, '0')}`)
const [vault, manager, decoder, pool] = [of(1), of(2), of(3), of(4)] as const
const route = 'aave_v3/supply'

/** A tree of supplies of so many tokens, never read before. */
function contextOf(tokens: number): BuildContext {
  const action = actionOf(route)!
  const actor = { self: vault, manager, decoder, drone: null }
  const leaves = Array.from({ length: tokens }, (_, at) => ({ pool, asset: of(100 + at) })).flatMap(
    (values) => [
      leafOf(patternsOf(action, ruleBook)[0]!, values, actor),
      ...approvalsOf(action, values).flatMap((wanted) => approvalLeavesOf(wanted, actor)),
    ],
  )
  const tokenOf = () => ({ symbol: 'T', decimals: 6, resetsApproval: false })
  return {
    tree: buildLeafTree(leaves),
    managerTree: null,
    vault,
    manager,
    chainId: 31337,
    knownFacts: { ...emptyFacts, tokenOf },
    reads: null,
    now: 1_800_000_000n,
  }
}

const requestsOf = (count: number, tokens: number) =>
  Array.from({ length: count }, (_, at) => ({
    route,
    params: { asset: of(100 + (at % tokens)), amount: String(at + 1) },
  }))

function countSteps(steps: Iterator<undefined, unknown>): number {
  let count = 1
  while (steps.next().done !== true) count++
  return count
}

test('law: with pauses anywhere the same is built, and a manifest in steps is the manifest', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 8 }),
      fc.infiniteStream(fc.boolean()),
      async (tokens, count, rests) => {
        const pause = () => (rests.next().value ? Promise.resolve() : null)
        const requests = requestsOf(count, tokens)
        const whole = await buildActions(contextOf(tokens), requests)
        expect(await buildActions({ ...contextOf(tokens), pause }, requests)).toEqual(whole)
        expect(finishSteps(manifestSteps(contextOf(tokens)))).toEqual(manifestOf(contextOf(tokens)))
      },
    ),
    { numRuns: runsOf(0.2) },
  )
})

test('golden: a build is asked to pause before each part of each action, and with every leaf that is read', async () => {
  let callCount = 0
  const pause = () => {
    callCount++
    return null
  }
  const count = 50
  const context = contextOf(20)
  await buildActions({ ...context, pause }, requestsOf(count, 20))
  // Each action is selected, filled in and proven; the tree's leaves are read several times, one at a time.
  expect(callCount).toBeGreaterThan(3 * count + 2 * context.tree.leaves.length)
  const cold = callCount
  await buildActions({ ...context, pause }, requestsOf(count, 20))
  expect(callCount - cold).toBe(3 * count + 1)
})

test('law: steps of a tree are as many as its leaves, however many there are; what is known is one', () => {
  for (const tokens of [4, 16, 64]) {
    const context = contextOf(tokens)
    const leaves = context.tree.leaves.length
    expect(countSteps(preparationSteps(context, [route]))).toBeGreaterThan(2 * leaves)
    expect(countSteps(preparationSteps(context, [route]))).toBe(1)
  }
})

test('refuses: with pauses, every problem of a batch at once', async () => {
  const requests = requestsOf(3, 1).map((one, at) =>
    at === 1 ? one : { ...one, params: { ...one.params, amount: 'none' } },
  )
  const context = { ...contextOf(1), pause: () => Promise.resolve() }
  const failure = await buildActions(context, requests).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(InvalidParametersError)
  expect((failure as InvalidParametersError).problems.map(({ loc }) => loc[1])).toEqual([0, 2])
})
