import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The rewards distributor of Morpho.
 *
 * Source: Morpho UniversalRewardsDistributor.
 */
export const morphoRewardsMerkleClaimer = {
  decoder: 'MorphoRewardsMerkleClaimer',
  functions: [
    {
      signature: 'claim(address account, address reward, uint256 claimable, bytes32[] proof)',
      packs: 'account',
    },
  ],
} as const satisfies DecoderRules

/**
 * The wrapper from the legacy MORPHO token to the transferable one.
 *
 * Source: Morpho token wrapper.
 */
export const morphoRewardsWrapper = {
  decoder: 'MorphoRewardsWrapper',
  functions: [
    { signature: 'depositFor(address user, uint256 value)', packs: 'user' },
    { signature: 'withdrawTo(address user, uint256 value)', packs: 'user' },
  ],
} as const satisfies DecoderRules

/**
 * One decoder for both the distributor and the wrapper.
 *
 * Source: Morpho UniversalRewardsDistributor, token wrapper.
 */
export const morphoRewards = {
  decoder: 'MorphoRewards',
  inherits: ['Base', 'MorphoRewardsMerkleClaimer', 'MorphoRewardsWrapper'],
  functions: [],
} as const satisfies DecoderRules

const claim = defineAction({
  route: 'morpho_rewards/claim',
  name: 'Claim rewards',
  description: 'Claims a reward that Morpho has counted for the vault.',
  sentence: 'Claim what is left of {amount} from {distributor}',
  parameters: {
    distributor: { kind: 'account', describe: 'Rewards distributor of Morpho' },
    reward: { kind: 'token', describe: 'Token that is paid' },
    amount: { kind: 'amount', unit: 'reward', describe: 'All that was ever earned' },
    proof: { kind: 'raw', type: 'bytes32[]', sample: [], describe: 'Proof of the amount' },
  },
  signature: 'claim(address account, address reward, uint256 claimable, bytes32[] proof)',
  rules: [morphoRewardsMerkleClaimer, morphoRewards],
  target: 'distributor',
  arguments: ({ self, reward, amount, proof }) => [self, reward, amount, proof],
})

const wrap = defineAction({
  route: 'morpho_rewards/wrap',
  name: 'Wrap',
  description: 'Turns legacy MORPHO into the transferable token.',
  sentence: 'Wrap {amount} at {wrapper}',
  parameters: {
    wrapper: { kind: 'account', describe: 'Wrapper of MORPHO' },
    token: {
      kind: 'token',
      fact: { of: 'wrapper', call: 'LEGACY_MORPHO()', returns: '(address token)' },
      describe: 'Legacy MORPHO',
    },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to wrap' },
  },
  signature: 'depositFor(address user, uint256 value)',
  rules: [morphoRewardsWrapper, morphoRewards],
  target: 'wrapper',
  arguments: ({ self, amount }) => [self, amount],
  approvals: [{ token: 'token', spender: 'wrapper', amount: 'amount' }],
})

/** The actions of a strategist with the rewards of Morpho. */
const morphoRewardsActions = [claim, wrap] as const

/** Morpho rewards. */
export const protocol = {
  name: 'morpho_rewards',
  title: 'Morpho rewards',
  appUrl: 'https://app.morpho.org',
  decoders: [morphoRewardsMerkleClaimer, morphoRewardsWrapper, morphoRewards],
  actions: morphoRewardsActions,
} as const satisfies Protocol
