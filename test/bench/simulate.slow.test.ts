import { expect, test } from 'vitest'
import type { Figure } from './figure.ts'
import { benchQuote, sizes as quoteSizes } from './quote.ts'
import { benchSimulation, sizes } from './simulate.ts'

/** The subject of a figure, and its counts: its measure on the least work says nothing. */
function shownOf({ name, peer, unit, ours, theirs, ratio, fresh }: Figure) {
  expect(ours).toBeGreaterThan(0)
  expect(theirs === null).toBe(peer === null)
  expect(ratio === null).toBe(peer === null)
  return [name, peer, unit, fresh, ...(unit === 'count' ? [ours] : [])].join(', ')
}

test('golden: a node and a fork agree, and take as many round trips as before', async () => {
  expect((await benchSimulation(sizes.tiny)).map(shownOf)).toMatchInlineSnapshot(`
    [
      "simulate-fork, eth_simulateV1, ms, true",
      "simulate-node, eth_simulateV1, ms, true",
      "simulate-fork-1ms, eth_simulateV1, ms, true",
      "simulate-node-1ms, eth_simulateV1, ms, true",
      "simulate-fork-trips, , count, true, 3",
      "simulate-node-trips, , count, true, 1",
    ]
  `)
})

test('golden: a quote over six venues makes as many simulations and round trips as before', async () => {
  expect((await benchQuote(quoteSizes.tiny)).map(shownOf)).toMatchInlineSnapshot(`
    [
      "quote-6, eth_simulateV1, ms, true",
      "quote-6-simulations, , count, true, 11",
      "quote-6-trips, , count, true, 5",
      "quote-6-1ms, eth_simulateV1, ms, true",
      "quote-program-1ms, , ms, true",
    ]
  `)
})
