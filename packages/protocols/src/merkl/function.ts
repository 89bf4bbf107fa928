import type { DecoderRules } from '@vaultwright/manager'
/**
 * Merkl: rewards claimed for users; the tokens are not packed, the users are.
 *
 * Source: Merkl Distributor; what the decoder packs was observed.
 */
export const merkl = {
  decoder: 'Merkl',
  inherits: [],
  functions: [
    {
      signature: 'claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)',
      packs: 'users[]',
      checks: [
        'length(users) == length(tokens)',
        'length(users) == length(amounts)',
        'length(users) == length(proofs)',
      ],
    },
    { signature: 'toggleOperator(address user, address operator)', packs: 'user, operator' },
  ],
} as const satisfies DecoderRules

/**
 * Merkl as an older decoder read it: users and tokens, users first.
 *
 * Source: the entries of leaves that trees still carry.
 */
export const merklWithTokens = {
  decoder: 'Merkl',
  version: 'with tokens',
  inherits: [],
  functions: [
    {
      signature: 'claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)',
      packs: 'users[*i].(users[i], tokens[i])',
      inferred: 'observed for one user; the order of several was not',
    },
  ],
} as const satisfies DecoderRules
