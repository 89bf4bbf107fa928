import { actionOf, patternsOf, ruleBook } from '@vaultwright/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import vector from '../../../fixtures/vectors/decoder.json' with { type: 'json' }
import { agreementHeads, printAgreements } from '../../support/proven/agreement.ts'
import type { ActionStep, StepRequest } from './effect/case.ts'
import { caseList } from './effect/case-list.ts'
import { type EffectChain, openEffectChain } from './effect/effect-chain.ts'
import { rowList } from './effect/row.ts'
import { counts, run } from './effect/run.ts'

let effectChain: EffectChain

beforeAll(async () => {
  effectChain = await openEffectChain()
})

afterAll(async () => {
  await effectChain?.close()
  const { whole, part, none } = coverage()
  console.log(
    `effects: ${counts.moves} actions carried out through the Manager, ${counts.refusals} variations of them refused`,
  )
  console.log(`${agreementHeads}\n${printAgreements('effects', effectChain.agreements)}`)
  console.log(
    `catalogue: of ${rowList.length} rows ${whole.length} have real effects with all of their actions, ${part.length} with some (${part.join(', ')}); ${none.length} are verified only (${none.join(', ')})`,
  )
})

describe('what an action does is what it says', () => {
  for (const effectCase of caseList) {
    test(`default: ${effectCase.what}`, () =>
      effectChain.undone(() => run(effectChain, effectCase)))
  }
})

describe('the catalogue', () => {
  test('default: every action of every row is there, and a decoder contract packs it', () => {
    expect(rowList.map(({ row }) => row)).toEqual(Array.from({ length: 59 }, (_, at) => at + 1))
    const routes = rowList.flatMap((row) => row.routes)
    expect(routes.filter((route) => actionOf(route) === null)).toEqual([])
    expect(routes.filter((route) => !isDecoded(route))).toEqual([])
  })

  test('behavior: a case shows each row that it names', () => {
    for (const { rows, what, steps } of caseList) {
      const run = routesIn(steps.filter((step) => typeof step !== 'function'))
      for (const row of rows) {
        const { routes } = rowList[row - 1]!
        expect(run.filter((route) => routes.includes(route)).length, `${what}: ${row}`).not.toBe(0)
      }
    }
  })

  test('behavior: what the local chain can play is played', () => {
    expect(coverage().none).toEqual(unplayed)
    expect(coverage().part).toEqual([33, 48])
  })
})

/**
 * Rows without a deployment on the local chain: Balancer v3, orders of Ethena, Lombard, Fluid, Euler,
 * CCIP, Arbitrum, Linea, tellers across chains, Sky.
 */
const unplayed = [30, 39, 40, 41, 42, 43, 44, 47, 49, 50, 54, 58]

/** Rows all of whose actions are carried out here, some of them, none. */
function coverage() {
  const run = new Set(
    caseList.flatMap(({ steps }) => routesIn(steps.filter((step) => typeof step !== 'function'))),
  )
  const whole: number[] = []
  const part: number[] = []
  const none: number[] = []
  for (const { row, routes } of rowList) {
    const count = routes.filter((route) => run.has(route)).length
    const list = count === routes.length ? whole : count > 0 ? part : none
    list.push(row)
  }
  return { whole, part, none }
}

function routesIn(moves: readonly (StepRequest & Partial<ActionStep>)[]): readonly string[] {
  return moves.flatMap(({ route, inner = [], and = [] }) => [
    route,
    ...routesIn([...inner, ...and]),
  ])
}

function isDecoded(route: string): boolean {
  const action = actionOf(route)
  if (action === null) return false
  const names = patternsOf(action, ruleBook).flatMap(({ decoders }) => decoders)
  return vector.decoders.some(({ rules }) => rules.some((rule) => names.includes(rule)))
}
