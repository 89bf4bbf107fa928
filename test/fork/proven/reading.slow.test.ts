import type { Hardfork } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { proveLocalReadings } from '../../support/proven/local-reading.ts'

test.each<Hardfork>(['prague', 'osaka'])(
  'law: each reader finds on proven state what it finds by eth_call, by the rules of %s',
  async (hardfork) => {
    const costs = await proveLocalReadings(hardfork)
    expect(Object.values(costs).map(({ warmRounds }) => warmRounds)).toEqual([2, 2])
  },
)
