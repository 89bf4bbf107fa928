import type { DecoderRules } from '@vaultwright/manager'
import type { Protocol } from './action/protocol-entry.ts'

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

/** Elixir. */
export const protocol = {
  name: 'elixir',
  title: 'Elixir',
  appUrl: null,
  decoders: [elixirClaiming],
  actions: [],
} as const satisfies Protocol
