import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import type { TokenParameter } from '../action/parameter.ts'
import type { Protocol } from '../action/protocol-entry.ts'

/**
 * The tokenised-vault standard.
 *
 * Source: EIP-4626.
 */
export const erc4626 = {
  decoder: 'ERC4626',
  functions: [
    { signature: 'deposit(uint256 assets, address receiver)', packs: 'receiver' },
    { signature: 'mint(uint256 shares, address receiver)', packs: 'receiver' },
    {
      signature: 'redeem(uint256 shares, address receiver, address owner)',
      packs: 'receiver, owner',
    },
    {
      signature: 'withdraw(uint256 assets, address receiver, address owner)',
      packs: 'receiver, owner',
    },
  ],
} as const satisfies DecoderRules

const vault = {
  kind: 'token',
  role: 'vault',
  describe: 'Vault that is entered or left; it is the token of its own shares',
} as const satisfies TokenParameter

const asset = {
  kind: 'token',
  fact: { of: 'vault', call: 'asset()', returns: '(address)' },
  describe: 'Token that the vault holds',
} as const satisfies TokenParameter

const rules = [erc4626] as const

const deposit = defineAction({
  route: 'erc_4626/deposit',
  name: 'Deposit',
  description: 'Puts an asset into a vault for its shares.',
  sentence: 'Deposit {amount} into {vault}',
  parameters: {
    vault,
    asset,
    amount: { kind: 'amount', unit: 'asset', all: 'balance', describe: 'How much to deposit' },
  },
  signature: 'deposit(uint256 assets, address receiver)',
  rules,
  target: 'vault',
  arguments: ({ amount, self }) => [amount, self],
  approvals: [{ token: 'asset', spender: 'vault', amount: 'amount' }],
})

const mint = defineAction({
  route: 'erc_4626/mint',
  name: 'Mint shares',
  description: 'Buys an exact number of shares of a vault.',
  sentence: 'Mint {shares} for at most {max_assets}',
  parameters: {
    vault,
    asset,
    shares: { kind: 'amount', unit: 'vault', describe: 'How many shares to receive' },
    max_assets: {
      kind: 'amount',
      unit: 'asset',
      describe: 'The most that the vault may pull; previewMint of the vault tells what it wants',
    },
  },
  signature: 'mint(uint256 shares, address receiver)',
  rules,
  target: 'vault',
  arguments: ({ shares, self }) => [shares, self],
  approvals: [{ token: 'asset', spender: 'vault', amount: 'max_assets' }],
})

const withdraw = defineAction({
  route: 'erc_4626/withdraw',
  name: 'Withdraw',
  description: 'Takes an exact amount of the asset out of a vault.',
  sentence: 'Withdraw {amount} from {vault}',
  parameters: {
    vault,
    asset,
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to withdraw' },
  },
  signature: 'withdraw(uint256 assets, address receiver, address owner)',
  rules,
  target: 'vault',
  arguments: ({ amount, self }) => [amount, self, self],
})

const redeem = defineAction({
  route: 'erc_4626/redeem',
  name: 'Redeem shares',
  description: 'Gives shares of a vault back for its asset.',
  sentence: 'Redeem {shares}',
  parameters: {
    vault,
    shares: {
      kind: 'amount',
      unit: 'vault',
      all: 'balance',
      describe: 'How many shares to give back',
    },
  },
  signature: 'redeem(uint256 shares, address receiver, address owner)',
  rules,
  target: 'vault',
  arguments: ({ shares, self }) => [shares, self, self],
})

/** The actions of a strategist with any ERC-4626 vault. */
const erc4626Actions = [deposit, mint, withdraw, redeem] as const

/** ERC-4626 vault. */
export const protocol = {
  name: 'erc_4626',
  title: 'ERC-4626 vault',
  appUrl: null,
  isStandard: true,
  decoders: [erc4626],
  actions: erc4626Actions,
  price: 'rate',
  unquoted: {
    counted_output: ['mint', 'withdraw'],
  },
} as const satisfies Protocol
