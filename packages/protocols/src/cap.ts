import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Cap: cUSD against its assets, and the staked token.
 *
 * Source: Cap IVault.
 */
export const cap = {
  decoder: 'Cap',
  inherits: ['Base', 'ERC4626'],
  functions: [
    {
      signature:
        'burn(address _asset, uint256 _amountIn, uint256 _minAmountOut, address _receiver, uint256 _deadline)',
      packs: '_asset, _receiver',
    },
    {
      signature:
        'mint(address _asset, uint256 _amountIn, uint256 _minAmountOut, address _receiver, uint256 _deadline)',
      packs: '_asset, _receiver',
    },
    {
      signature:
        'redeem(uint256 _amountIn, uint256[] _minAmountsOut, address _receiver, uint256 _deadline)',
      packs: '_receiver',
    },
  ],
} as const satisfies DecoderRules

const capToken = { kind: 'token', describe: 'Cap token, which the contract itself is' } as const

const asset = { kind: 'token', describe: 'Asset that backs it' } as const

const deadline = {
  kind: 'deadline',
  fallback: 3600n,
  describe: 'Seconds from now after which the call is refused',
} as const

const amount = {
  kind: 'amount',
  unit: 'cap_token',
  all: 'balance',
  describe: 'How much to give back',
} as const

const mint = defineAction({
  route: 'cap/mint',
  name: 'Mint',
  description: 'Puts an asset in for the token of Cap.',
  sentence: 'Mint {cap_token} with {amount}',
  parameters: {
    cap_token: capToken,
    asset,
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to put in' },
    minimum: { kind: 'minimum', unit: 'cap_token', describe: 'Minimum to receive' },
    deadline,
  },
  signature:
    'mint(address _asset, uint256 _amountIn, uint256 _minAmountOut, address _receiver, uint256 _deadline)',
  rules: [cap],
  target: 'cap_token',
  arguments: ({ asset, amount, minimum, deadline, self }) => [
    asset,
    amount,
    minimum,
    self,
    deadline,
  ],
  approvals: [{ token: 'asset', spender: 'cap_token', amount: 'amount' }],
})

const burn = defineAction({
  route: 'cap/burn',
  name: 'Burn',
  description: 'Gives the token of Cap back for one asset.',
  sentence: 'Burn {amount} for {asset}',
  parameters: {
    cap_token: capToken,
    asset,
    amount,
    minimum: { kind: 'minimum', unit: 'asset', describe: 'Minimum to receive' },
    deadline,
  },
  signature:
    'burn(address _asset, uint256 _amountIn, uint256 _minAmountOut, address _receiver, uint256 _deadline)',
  rules: [cap],
  target: 'cap_token',
  arguments: ({ asset, amount, minimum, deadline, self }) => [
    asset,
    amount,
    minimum,
    self,
    deadline,
  ],
})

const redeem = defineAction({
  route: 'cap/redeem',
  name: 'Redeem',
  description: 'Gives the token of Cap back for a share of every asset.',
  sentence: 'Redeem {amount} for every asset',
  parameters: {
    cap_token: capToken,
    assets: { kind: 'tokens', describe: 'Assets that back it, in the order of the contract' },
    amount,
    minimums: { kind: 'minimums', unit: 'assets', describe: 'Minimum of each asset to receive' },
    deadline,
  },
  signature:
    'redeem(uint256 _amountIn, uint256[] _minAmountsOut, address _receiver, uint256 _deadline)',
  rules: [cap],
  target: 'cap_token',
  arguments: ({ amount, minimums, deadline, self }) => [amount, minimums, self, deadline],
  sizes: [1, 2, 3, 4, 5],
})

/** The actions of a strategist with Cap. */
const capActions = [mint, burn, redeem] as const

/** Cap. */
export const protocol = {
  name: 'cap',
  title: 'Cap',
  appUrl: null,
  decoders: [cap],
  actions: capActions,
  unquoted: {
    two_tokens: ['redeem'],
  },
} as const satisfies Protocol
