import { expect, test } from 'vitest'
import {
  type ActionCase,
  callOfAction,
  callOfInterface,
} from '../../../../test/support/call/action-call.ts'

const word = `0x${'11'.repeat(32)}` as const
const account1 = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account2 = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const account3 = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'

test.each<ActionCase>([
  [
    'agglayer/bridge_asset',
    {
      bridge: account1,
      destination: 5n,
      recipient: account2,
      token: account3,
      amount: 6n,
      force_update: true,
    },
    'bridgeAsset(uint32,address,uint256,address,bool,bytes)',
    [5n, account2, 6n, account3, true, '0x'],
  ],
  [
    'agglayer/bridge_message',
    {
      bridge: account1,
      destination: 5n,
      recipient: account2,
      amount: 6n,
      force_update: true,
      metadata: '0xabcdef',
    },
    'bridgeMessage(uint32,address,bool,bytes)',
    [5n, account2, true, '0xabcdef'],
  ],
  [
    'agglayer/bridge_weth_message',
    {
      bridge: account1,
      destination: 5n,
      recipient: account2,
      weth: account3,
      amount: 6n,
      force_update: true,
      metadata: '0xabcdef',
    },
    'bridgeMessageWETH(uint32,address,uint256,bool,bytes)',
    [5n, account2, 6n, true, '0xabcdef'],
  ],
  [
    'agglayer/claim_asset',
    {
      bridge: account1,
      local_proof: Array.from({ length: 32 }, () => word),
      rollup_proof: Array.from({ length: 32 }, () => word),
      global_index: 5n,
      mainnet_root: word,
      rollup_root: word,
      origin: 6n,
      origin_token: account2,
      network: 7n,
      recipient: account3,
      amount: 8n,
      metadata: '0xabcdef',
    },
    'claimAsset(bytes32[32],bytes32[32],uint256,bytes32,bytes32,uint32,address,uint32,address,uint256,bytes)',
    [
      Array.from({ length: 32 }, () => word),
      Array.from({ length: 32 }, () => word),
      5n,
      word,
      word,
      6n,
      account2,
      7n,
      account3,
      8n,
      '0xabcdef',
    ],
  ],
  [
    'agglayer/claim_message',
    {
      bridge: account1,
      local_proof: Array.from({ length: 32 }, () => word),
      rollup_proof: Array.from({ length: 32 }, () => word),
      global_index: 5n,
      mainnet_root: word,
      rollup_root: word,
      origin: 6n,
      origin_account: account2,
      network: 7n,
      recipient: account3,
      amount: 8n,
      metadata: '0xabcdef',
    },
    'claimMessage(bytes32[32],bytes32[32],uint256,bytes32,bytes32,uint32,address,uint32,address,uint256,bytes)',
    [
      Array.from({ length: 32 }, () => word),
      Array.from({ length: 32 }, () => word),
      5n,
      word,
      word,
      6n,
      account2,
      7n,
      account3,
      8n,
      '0xabcdef',
    ],
  ],
])('golden: %s is called as viem encodes the interface', (route, values, signature, args) => {
  expect(callOfAction(route, values)).toBe(callOfInterface(signature, args))
})

test('refuses: a number that no word holds', () => {
  const values = {
    bridge: account1,
    destination: 2n ** 256n,
    recipient: account2,
    token: account3,
    amount: 6n,
    force_update: true,
  }
  expect(() => callOfAction('agglayer/bridge_asset', values)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
