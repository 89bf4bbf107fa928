import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The KING distributor and basket.
 *
 * Source: King Protocol, merkle distributor.
 */
export const kingClaiming = {
  decoder: 'KingClaiming',
  functions: [
    {
      signature:
        'claim(address account, uint256 cumulativeAmount, bytes32 expectedMerkleRoot, bytes32[] merkleProof)',
      packs: 'account',
    },
    {
      signature: 'deposit(address[] tokens, uint256[] amounts, address _receiver)',
      memory: true,
      packs: '_receiver',
    },
    { signature: 'redeem(uint256 vaultShares)', packs: '' },
  ],
} as const satisfies DecoderRules

const claim = defineAction({
  route: 'king/claim',
  name: 'Claim rewards',
  description: 'Claims the KING that was counted for the vault.',
  sentence: 'Claim rewards from {distributor}',
  parameters: {
    distributor: { kind: 'account', describe: 'Distributor of KING' },
    cumulative_amount: {
      kind: 'amount',
      unit: { decimals: 18 },
      describe: 'All that was ever earned',
    },
    root: { kind: 'word', describe: 'Root that the proof leads to' },
    proof: { kind: 'raw', type: 'bytes32[]', sample: [], describe: 'Proof of the amount' },
  },
  signature:
    'claim(address account, uint256 cumulativeAmount, bytes32 expectedMerkleRoot, bytes32[] merkleProof)',
  rules: [kingClaiming],
  target: 'distributor',
  arguments: ({ self, cumulative_amount, root, proof }) => [self, cumulative_amount, root, proof],
})

const basket = { kind: 'token', describe: 'KING, which is its own basket' } as const

const deposit = defineAction({
  route: 'king/deposit',
  name: 'Deposit',
  description: 'Puts tokens into the basket of KING.',
  sentence: 'Deposit {amounts} into {basket}',
  parameters: {
    basket,
    tokens: { kind: 'tokens', describe: 'Tokens to put in' },
    amounts: { kind: 'amounts', unit: 'tokens', describe: 'How much of each token' },
  },
  signature: 'deposit(address[] tokens, uint256[] amounts, address _receiver)',
  rules: [kingClaiming],
  target: 'basket',
  arguments: ({ tokens, amounts, self }) => [tokens, amounts, self],
  approvals: [{ token: 'tokens', spender: 'basket', amount: 'amounts' }],
})

const redeem = defineAction({
  route: 'king/redeem',
  name: 'Redeem',
  description: 'Gives KING back for a share of every token in the basket.',
  sentence: 'Redeem {amount}',
  parameters: {
    basket,
    amount: {
      kind: 'amount',
      unit: 'basket',
      all: 'balance',
      describe: 'How much KING to give back',
    },
  },
  signature: 'redeem(uint256 vaultShares)',
  rules: [kingClaiming],
  target: 'basket',
  arguments: ({ amount }) => [amount],
})

/** The actions of a strategist with KING. */
const kingActions = [claim, deposit, redeem] as const

/** King rewards. */
export const protocol = {
  name: 'king',
  title: 'King rewards',
  appUrl: null,
  decoders: [kingClaiming],
  actions: kingActions,
} as const satisfies Protocol
