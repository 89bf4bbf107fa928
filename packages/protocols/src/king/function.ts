import type { DecoderRules } from '@vaultwright/manager'

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
      packs: '_receiver',
    },
    { signature: 'redeem(uint256 vaultShares)', packs: '' },
  ],
} as const satisfies DecoderRules
