import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type {
  AccountParameter,
  ActionParameters,
  ParameterValues,
  TokenParameter,
} from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * Minting and redeeming of USDe.
 *
 * Source: Ethena IEthenaMinting (v2).
 */
export const ethenaMinting = {
  decoder: 'EthenaMinting',
  functions: [
    {
      signature:
        'mint((string order_id, uint8 order_type, uint120 expiry, uint128 nonce, address benefactor, address beneficiary, address collateral_asset, uint128 collateral_amount, uint128 usde_amount) order, (address[] addresses, uint128[] ratios) route, (uint8 signature_type, bytes signature_bytes) signature)',
      packs: 'order.benefactor, order.beneficiary, order.collateral_asset',
    },
    {
      signature:
        'redeem((string order_id, uint8 order_type, uint120 expiry, uint128 nonce, address benefactor, address beneficiary, address collateral_asset, uint128 collateral_amount, uint128 usde_amount) order, (uint8 signature_type, bytes signature_bytes) signature)',
      packs: 'order.benefactor, order.beneficiary, order.collateral_asset',
    },
    { signature: 'removeDelegatedSigner(address _removedSigner)', packs: '_removedSigner' },
    { signature: 'setDelegatedSigner(address _delegateTo)', packs: '_delegateTo' },
  ],
} as const satisfies DecoderRules

/**
 * The way out of sUSDe.
 *
 * Source: Ethena StakedUSDeV2.
 */
export const ethenaWithdraw = {
  decoder: 'EthenaWithdraw',
  functions: [
    { signature: 'cooldownAssets(uint256 assets)', packs: '' },
    { signature: 'cooldownShares(uint256 shares)', packs: '' },
    { signature: 'unstake(address receiver)', packs: 'receiver' },
  ],
} as const satisfies DecoderRules

const minting = {
  kind: 'account',
  role: 'minting',
  describe: 'Contract that mints and redeems USDe',
} as const satisfies AccountParameter

/** The terms of an order that the issuer has quoted and the vault has signed. */
const order = {
  minting,
  collateral: { kind: 'token', describe: 'Token that USDe is exchanged for' },
  usde: {
    kind: 'token',
    fact: { of: 'minting', call: 'usde()', returns: '(address)' },
    describe: 'USDe',
  },
  collateral_amount: {
    kind: 'amount',
    unit: 'collateral',
    describe: 'Collateral of the order, exactly as quoted',
  },
  usde_amount: { kind: 'amount', unit: 'usde', describe: 'USDe of the order, exactly as quoted' },
  order_id: { kind: 'text', describe: 'Identifier of the order, as quoted' },
  expiry: {
    kind: 'integer',
    min: 0n,
    max: 2n ** 120n - 1n,
    describe: 'When the order ends, as quoted: unix seconds',
  },
  nonce: {
    kind: 'integer',
    min: 0n,
    max: 2n ** 128n - 1n,
    describe: 'Number that keeps the order from being used twice, as quoted',
  },
  signature_type: {
    kind: 'integer',
    min: 0n,
    max: 1n,
    fallback: 0n,
    describe: '0 for a signature of a delegated signer, 1 for one that the vault checks (EIP-1271)',
  },
  signature: { kind: 'bytes', describe: 'Signature of the order' },
} as const satisfies ActionParameters

const orderType =
  '(string order_id, uint8 order_type, uint120 expiry, uint128 nonce, address benefactor, address beneficiary, address collateral_asset, uint128 collateral_amount, uint128 usde_amount) order'
const signatureType = '(uint8 signature_type, bytes signature_bytes) signature'
const mintingRules = [ethenaMinting] as const

function orderOf(kind: bigint, values: ParameterValues<typeof order>) {
  const { order_id, expiry, nonce, self, collateral, collateral_amount, usde_amount } = values
  const head = [order_id, kind, expiry, nonce]
  return [...head, self, self, collateral, collateral_amount, usde_amount]
}

const mint = defineAction({
  route: 'ethena/mint',
  name: 'Mint USDe',
  description: 'Buys USDe from its issuer with a signed order.',
  sentence: 'Mint {usde_amount} for {collateral_amount}',
  parameters: {
    ...order,
    custodians: {
      kind: 'raw',
      type: 'address[]',
      sample: [],
      describe: 'Where the collateral goes, as quoted: a JSON list of addresses',
    },
    ratios: {
      kind: 'integers',
      min: 0n,
      max: 10_000n,
      describe: 'Share of each custodian in basis points, as quoted',
    },
  },
  signature: `mint(${orderType}, (address[] addresses, uint128[] ratios) route, ${signatureType})`,
  rules: mintingRules,
  target: 'minting',
  arguments: (values) => [
    orderOf(0n, values),
    [values.custodians, values.ratios],
    [values.signature_type, values.signature],
  ],
  approvals: [{ token: 'collateral', spender: 'minting', amount: 'collateral_amount' }],
})

const redeem = defineAction({
  route: 'ethena/redeem',
  name: 'Redeem USDe',
  description: 'Sells USDe back to its issuer with a signed order.',
  sentence: 'Redeem {usde_amount} for {collateral_amount}',
  parameters: order,
  signature: `redeem(${orderType}, ${signatureType})`,
  rules: mintingRules,
  target: 'minting',
  arguments: (values) => [orderOf(1n, values), [values.signature_type, values.signature]],
  approvals: [{ token: 'usde', spender: 'minting', amount: 'usde_amount' }],
})

const setDelegatedSigner = defineAction({
  route: 'ethena/set_delegated_signer',
  name: 'Allow a signer',
  description: 'Lets an account sign orders for the vault, once that account has accepted.',
  sentence: 'Let {signer} sign orders for {minting}',
  parameters: { minting, signer: { kind: 'account', describe: 'Who may sign' } },
  signature: 'setDelegatedSigner(address _delegateTo)',
  rules: mintingRules,
  target: 'minting',
  arguments: ({ signer }) => [signer],
})

const removeDelegatedSigner = defineAction({
  route: 'ethena/remove_delegated_signer',
  name: 'Remove a signer',
  description: 'Takes the right to sign orders for the vault back.',
  sentence: 'Let {signer} no longer sign orders for {minting}',
  parameters: { minting, signer: { kind: 'account', describe: 'Who may no longer sign' } },
  signature: 'removeDelegatedSigner(address _removedSigner)',
  rules: mintingRules,
  target: 'minting',
  arguments: ({ signer }) => [signer],
})

/** The actions of a strategist with the issuer of USDe. */
const ethenaMintingActions = [mint, redeem, setDelegatedSigner, removeDelegatedSigner] as const

const staked = {
  kind: 'token',
  role: 'staked_usde',
  describe: 'Staked token with a cooldown: sUSDe, or a fork of it',
} as const satisfies TokenParameter

const stakingRules = [ethenaWithdraw] as const

const cooldownAssets = defineAction({
  route: 'ethena/cooldown_assets',
  name: 'Cool assets down',
  description: 'Starts to leave the staked token with an exact amount of what is staked.',
  sentence: 'Start cooldown of {amount} in {staked_usde}',
  parameters: {
    staked_usde: staked,
    asset: {
      kind: 'token',
      fact: { of: 'staked_usde', call: 'asset()', returns: '(address)' },
      describe: 'Token that is staked, such as USDe',
    },
    amount: { kind: 'amount', unit: 'asset', describe: 'How much to take out' },
  },
  signature: 'cooldownAssets(uint256 assets)',
  rules: stakingRules,
  target: 'staked_usde',
  arguments: ({ amount }) => [amount],
})

const cooldownShares = defineAction({
  route: 'ethena/cooldown_shares',
  name: 'Cool shares down',
  description: 'Starts to leave the staked token with a number of its shares.',
  sentence: 'Start cooldown of {shares}',
  parameters: {
    staked_usde: staked,
    shares: {
      kind: 'amount',
      unit: 'staked_usde',
      all: 'balance',
      describe: 'How many shares to give back',
    },
  },
  signature: 'cooldownShares(uint256 shares)',
  rules: stakingRules,
  target: 'staked_usde',
  arguments: ({ shares }) => [shares],
})

const unstake = defineAction({
  route: 'ethena/unstake',
  name: 'Unstake',
  description: 'Collects what has cooled down.',
  sentence: 'Unstake from {staked_usde}',
  parameters: { staked_usde: staked },
  signature: 'unstake(address receiver)',
  rules: stakingRules,
  target: 'staked_usde',
  arguments: ({ self }) => [self],
})

/** The actions of a strategist with sUSDe beside those of any ERC-4626 vault. */
const ethenaStakingActions = [cooldownAssets, cooldownShares, unstake] as const

/** Ethena. */
export const protocol = {
  name: 'ethena',
  title: 'Ethena',
  appUrl: 'https://app.ethena.fi',
  decoders: [ethenaMinting, ethenaWithdraw],
  actions: [...ethenaMintingActions, ...ethenaStakingActions],
  price: 'rate',
  unquoted: {
    third_party: ['mint', 'redeem', 'cooldown_assets'],
  },
} as const satisfies Protocol
