import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Vaults of UltraYield, with asynchronous redemption and forms that serve the caller alone.
 *
 * Source: UltraYield UltraVault.
 */
export const ultraYield = {
  decoder: 'UltraYield',
  inherits: ['ERC4626'],
  functions: [
    { signature: 'deposit(uint256 assets)', packs: '' },
    { signature: 'mint(uint256 shares)', packs: '' },
    { signature: 'redeem(uint256 shares)', packs: '' },
    { signature: 'requestRedeem(uint256 shares)', packs: '' },
    { signature: 'withdraw(uint256 assets)', packs: '' },
  ],
} as const satisfies DecoderRules

const vault = { kind: 'token', describe: 'Vault of UltraYield, whose shares are a token' } as const

const asset = {
  kind: 'token',
  fact: { of: 'vault', call: 'asset()', returns: '(address)' },
  describe: 'Asset of the vault',
} as const

const deposit = defineAction({
  route: 'ultra_yield/deposit',
  name: 'Deposit',
  description: 'Puts an asset into a vault for its shares.',
  sentence: 'Deposit {amount} into {vault}',
  parameters: {
    vault,
    asset,
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
  },
  signature: 'deposit(uint256 assets)',
  rules: [ultraYield],
  target: 'vault',
  arguments: ({ amount }) => [amount],
  approvals: [{ token: 'asset', spender: 'vault', amount: 'amount' }],
})

const mint = defineAction({
  route: 'ultra_yield/mint',
  name: 'Mint shares',
  description: 'Buys an exact number of shares of a vault.',
  sentence: 'Mint {shares} for at most {max_assets}',
  parameters: {
    vault,
    asset,
    shares: { kind: 'amount', unit: 'vault', describe: 'How many shares to receive' },
    max_assets: { kind: 'amount', unit: 'asset', describe: 'The most that the vault may pull' },
  },
  signature: 'mint(uint256 shares)',
  rules: [ultraYield],
  target: 'vault',
  arguments: ({ shares }) => [shares],
  approvals: [{ token: 'asset', spender: 'vault', amount: 'max_assets' }],
})

const requestRedeem = defineAction({
  route: 'ultra_yield/request_redeem',
  name: 'Request a redemption',
  description: 'Queues shares of a vault for redemption.',
  sentence: 'Request redemption of {shares}',
  parameters: {
    vault,
    shares: { kind: 'amount', unit: 'vault', all: 'balance', describe: 'How many shares' },
  },
  signature: 'requestRedeem(uint256 shares)',
  rules: [ultraYield],
  target: 'vault',
  arguments: ({ shares }) => [shares],
})

const redeem = defineAction({
  route: 'ultra_yield/redeem',
  name: 'Redeem shares',
  description: 'Collects what shares of a fulfilled request give.',
  sentence: 'Redeem {shares}',
  parameters: { vault, shares: { kind: 'amount', unit: 'vault', describe: 'How many shares' } },
  signature: 'redeem(uint256 shares)',
  rules: [ultraYield],
  target: 'vault',
  arguments: ({ shares }) => [shares],
})

const withdraw = defineAction({
  route: 'ultra_yield/withdraw',
  name: 'Withdraw',
  description: 'Collects an exact amount of the asset of a fulfilled request.',
  sentence: 'Withdraw {amount} from {vault}',
  parameters: {
    vault,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to withdraw' },
  },
  signature: 'withdraw(uint256 assets)',
  rules: [ultraYield],
  target: 'vault',
  arguments: ({ amount }) => [amount],
})

/** The actions of a strategist with UltraYield. */
const ultraYieldActions = [deposit, mint, requestRedeem, redeem, withdraw] as const

/** Ultra Yield. */
export const protocol = {
  name: 'ultra_yield',
  title: 'Ultra Yield',
  appUrl: null,
  decoders: [ultraYield],
  actions: ultraYieldActions,
  price: 'rate',
  unquoted: {
    counted_output: ['mint', 'withdraw'],
  },
} as const satisfies Protocol
