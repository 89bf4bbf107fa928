import { knownFactsOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { localTree } from '../../../../test/support/node/local-chain.ts'
import { LimitOrderNotPermittedError, permittedOrderOf } from './permitted-order.ts'
import { marketOf } from './swap-market.ts'

const { tree, metadata } = localTree('local-eth-trader')
const owner = { vault: metadata.vault!, manager: metadata.manager!, drones: [] }
const bare = { leaves: tree.leaves, owner, knownFacts: knownFactsOf(31337), chainId: 31337 }
const relayer = '0x74d3C9d3b24B6f0E74cE86aE7D4e3f55cc89Ac06'
const knownFacts = {
  ...bare.knownFacts,
  factOf: (_account: string, call: string) => (call === 'vaultRelayer()' ? relayer : null),
}
const input = { ...bare, knownFacts }
const market = marketOf(input)

test('law: an order is permitted exactly where the pair says so', () => {
  const ready = market.pairs.filter((pair) => {
    const tokens = { sellToken: pair.sellToken.address, buyToken: pair.buyToken.address }
    const { limitOrder } = pair
    if (limitOrder.state === 'ready') {
      expect(permittedOrderOf(market, input, tokens)).toBe(limitOrder.permission)
      return true
    }
    expect(() => permittedOrderOf(market, input, tokens)).toThrow(LimitOrderNotPermittedError)
    return false
  })
  expect(ready).toHaveLength(2)
})

test('refuses: a pair without a leaf, with the leaf that would permit it', () => {
  const [sellToken, buyToken] = [market.pairs[0]!.sellToken.address, owner.vault]
  let facts: unknown = null
  try {
    permittedOrderOf(market, input, { sellToken, buyToken })
  } catch (error) {
    facts = (error as LimitOrderNotPermittedError).facts
  }
  expect(facts).toMatchObject({
    leafThatWouldPermit: { arguments: [sellToken, buyToken, owner.vault], canSendValue: false },
  })
})

test('refuses: a pair whose relayer was never read', () => {
  const pair = market.pairs.find(({ limitOrder }) => limitOrder.state === 'ready')!
  const tokens = { sellToken: pair.sellToken.address, buyToken: pair.buyToken.address }
  const refused = () => permittedOrderOf(marketOf(bare), bare, tokens)
  expect(refused).toThrow('relayer of the settlement was never read')
})
