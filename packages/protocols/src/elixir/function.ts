import type { DecoderRules } from '@vaultwright/manager'

/**
 * The claim of ELX, which names no account.
 *
 * Source: Elixir airdrop claim.
 */
export const elixirClaiming = {
  decoder: 'ElixirClaiming',
  functions: [
    { signature: 'claim(uint256 amount, bytes32[] merkleProof, bytes signature)', packs: '' },
  ],
} as const satisfies DecoderRules
