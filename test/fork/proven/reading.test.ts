import { expect, test } from 'vitest'
import { proveLocalReadings } from '../../support/proven/local-reading.ts'

test('law: each reader finds on proven state what it finds by eth_call, in two round trips once it is warm', async () => {
  // Cold: one for the header, two a round of the reading, and one for each piece that no list of the node names.
  expect(await proveLocalReadings('cancun')).toEqual({
    'Local ETH': { coldRounds: 10, warmRounds: 2, calls: 173, accounts: 41, slots: 245, codes: 39 },
    'Local USD': { coldRounds: 7, warmRounds: 2, calls: 119, accounts: 31, slots: 98, codes: 29 },
  })
})
