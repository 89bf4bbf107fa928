import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
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

const claim = defineAction({
  route: 'elixir/claim',
  name: 'Claim',
  description: 'Claims tokens of Elixir with a proof and a signature.',
  sentence: 'Claim {amount} base units from {distributor}',
  parameters: {
    distributor: { kind: 'account', describe: 'Distributor of Elixir' },
    amount: { kind: 'amount', unit: { decimals: 0 }, describe: 'How much, in base units' },
    proof: { kind: 'raw', type: 'bytes32[]', sample: [], describe: 'Proof of the amount' },
    signature: { kind: 'bytes', describe: 'Signature that the claim asks for' },
  },
  signature: 'claim(uint256 amount, bytes32[] merkleProof, bytes signature)',
  rules: [elixirClaiming],
  target: 'distributor',
  arguments: ({ amount, proof, signature }) => [amount, proof, signature],
})

/** The actions of a strategist with Elixir. */
const elixirActions = [claim] as const

/** Elixir. */
export const protocol = {
  name: 'elixir',
  title: 'Elixir',
  appUrl: null,
  decoders: [elixirClaiming],
  actions: elixirActions,
  price: 'rate',
} as const satisfies Protocol
