import { actionOf } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
  self,
} from '../../../test/support/call/action-call.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const usde = '0x4c9EDD5852cd905f086C759E8383e09bff1E68B3'
const staked = '0x9D39A5DE30e57443BfF2A8307A4256c8797A3497'
const minting = '0xe3490297a08d6fC8Da46Edb7B6142E4F461b62D3'
const named = { minting, collateral: usdc, usde, collateral_amount: 5n, usde_amount: 6n } as const
const quoted = { order_id: 'RFQ-7', expiry: 1_700_000_000n, nonce: 9n } as const
const signed = { signature_type: 1n, signature: '0xabcd' } as const
const order = { ...named, ...quoted, ...signed } as const
const orderOf = (kind: number) => ['RFQ-7', kind, 1_700_000_000n, 9n, self, self, usdc, 5n, 6n]

test.each<ActionCase>([
  [
    'ethena/cooldown_assets',
    { staked_usde: staked, asset: usde, amount: 5n },
    'cooldownAssets(uint256)',
    [5n],
  ],
  ['ethena/cooldown_shares', { staked_usde: staked, shares: 5n }, 'cooldownShares(uint256)', [5n]],
  ['ethena/unstake', { staked_usde: staked }, 'unstake(address)', [self]],
  [
    'ethena/mint',
    { ...order, custodians: [usdc], ratios: [10_000n] },
    'mint((string,uint8,uint120,uint128,address,address,address,uint128,uint128),(address[],uint128[]),(uint8,bytes))',
    [orderOf(0), [[usdc], [10_000n]], [1, '0xabcd']],
  ],
  [
    'ethena/redeem',
    order,
    'redeem((string,uint8,uint120,uint128,address,address,address,uint128,uint128),(uint8,bytes))',
    [orderOf(1), [1, '0xabcd']],
  ],
  ['ethena/set_delegated_signer', { minting, signer: usdc }, 'setDelegatedSigner(address)', [usdc]],
  [
    'ethena/remove_delegated_signer',
    { minting, signer: usdc },
    'removeDelegatedSigner(address)',
    [usdc],
  ],
])('default: %s is called as the interface says', (route, given, signature, args) => {
  expect(callOfAction(route, given)).toBe(callOfInterface(signature, args))
})

test('default: an order pays with what is approved', () => {
  expect(actionOf('ethena/mint')?.approvals).toEqual([
    { token: 'collateral', spender: 'minting', amount: 'collateral_amount' },
  ])
  expect(actionOf('ethena/redeem')?.approvals).toEqual([
    { token: 'usde', spender: 'minting', amount: 'usde_amount' },
  ])
})

test('error: UnencodableError for an order beyond what the issuer counts', () => {
  expect(() => callOfAction('ethena/redeem', { ...order, usde_amount: 2n ** 128n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
