import { buildLeaf, type Leaf, type LeafParts } from '@vaultwright/manager'
import type { RiskOptions, WayOutCode } from '@vaultwright/review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import { openRiskWorld, outsider, type RiskWorld } from './risk-world.ts'
import { type TakenWay, takers } from './take.ts'

let world: RiskWorld

beforeAll(async () => {
  world = await openRiskWorld()
})

afterAll(() => world?.close())

type Parts = Partial<LeafParts> & Pick<LeafParts, 'target' | 'signature'>
const leafOf = (parts: Parts): Leaf =>
  buildLeaf({ decoder: world.decoder, arguments: [], ...parts })
const local = localTree('local-eth-main-3').tree.leaves
const slots = (...positions: readonly number[]) => positions.map((position) => local[position]!)
const approve = 'approve(address,uint256)'
const odos = 'swap((address,uint256,address,address,uint256,uint256,address),bytes,address,uint32)'
const cctp = 'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)'

type Ways = {
  readonly leaves: () => readonly Leaf[] | Promise<readonly Leaf[]>
  readonly options?: Partial<RiskOptions>
}

/** Trees that have a way out of each kind that the local chain has a contract for. */
const ways: { readonly [code in WayOutCode]?: Ways } = {
  fixed_recipient: {
    leaves: () => [
      leafOf({
        target: world.at('WETH'),
        signature: 'transfer(address,uint256)',
        arguments: [outsider],
      }),
    ],
  },
  idle_spender: {
    leaves: () => [leafOf({ target: world.at('USDC'), signature: approve, arguments: [outsider] })],
  },
  open_spender: {
    leaves: () => [
      leafOf({ target: world.at('WETH'), signature: approve, arguments: [world.at('Multicall3')] }),
    ],
  },
  called_spender: { leaves: () => slots(3, 4) },
  free_recipient: {
    leaves: async () => {
      const decoder = await world.deploy('OdosDecoder', [world.at('Odos router')])
      const tokens = [world.at('WETH'), world.at('USDC')]
      const router = world.at('Odos router')
      return [
        leafOf({ decoder, target: tokens[0]!, signature: approve, arguments: [router] }),
        leafOf({
          decoder,
          target: router,
          signature: odos,
          arguments: [...tokens, world.vault, world.at('Swap executor')],
        }),
      ]
    },
  },
  free_payload: { leaves: () => slots(85, 86, 87, 88) },
  route_price: { leaves: () => slots(85, 86, 87, 88) },
  pool_price: { leaves: () => slots(26, 27, 28) },
  rate_price: { leaves: () => slots(90, 91) },
  own_bridge: { leaves: () => slots(82, 83) },
  lost_recipient: { leaves: () => slots(82, 83) },
  fixed_bridge: {
    leaves: () => [
      ...slots(82),
      leafOf({
        target: world.at('CCTP messenger'),
        signature: cctp,
        arguments: [`0x${'2'.padStart(40, '0')}`, outsider, world.at('USDC'), outsider],
      }),
    ],
  },
  native_value: { leaves: () => slots(0, 1) },
  fixed_operator: {
    leaves: () => [
      leafOf({
        target: world.at('Merkl distributor'),
        signature: 'toggleOperator(address,address)',
        arguments: [world.vault, outsider],
      }),
    ],
  },
  reward_recipient: {
    leaves: () => [
      leafOf({
        target: world.at('Aave rewards'),
        signature: 'claimRewards(address[],uint256,address,address)',
        arguments: [outsider],
      }),
    ],
  },
  flash_loan: { leaves: () => slots(46, 47) },
  drone: { leaves: () => slots(54, 55) },
}

for (const [code, { leaves, options = {} }] of Object.entries(ways)) {
  test(`golden: ${code} takes on the chain what its sentence says`, () =>
    world.undone(async () => {
      const { report } = await world.grant(await leaves(), options)
      const way = report.risks.find((risk) => risk.code === code && risk.worst !== null)
      expect(way, report.risks.map((risk) => risk.code).join()).toBeDefined()
      await takers[code]!(world, way as TakenWay)
    }))
}
