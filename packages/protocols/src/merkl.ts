import type { AbiValue, DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

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

const distributor = {
  kind: 'account',
  role: 'distributor',
  describe: 'Distributor of Merkl',
} as const

const claim = defineAction({
  route: 'merkl/claim',
  name: 'Claim rewards',
  description: 'Claims rewards that Merkl has counted for the vault.',
  sentence: 'Claim {tokens} from {distributor}',
  parameters: {
    distributor,
    tokens: { kind: 'tokens', describe: 'Reward tokens' },
    amounts: {
      kind: 'integers',
      min: 0n,
      max: 2n ** 256n - 1n,
      describe: "All that was ever earned of each token, in base units, as Merkl's API gives it",
    },
    proofs: {
      kind: 'raw',
      type: 'bytes32[][]',
      sample: [],
      describe: "Proof of each amount, as Merkl's API gives it",
    },
  },
  signature: 'claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)',
  rules: [merkl, merklWithTokens],
  target: 'distributor',
  arguments: ({ tokens, amounts, proofs, self }) => [
    tokens.map(() => self),
    tokens,
    amounts,
    oneEach(proofs, tokens.length),
  ],
  sizes: [1, 2, 3, 4, 5, 6, 7, 8],
})

const toggleOperator = defineAction({
  route: 'merkl/toggle_operator',
  name: 'Allow or bar an operator',
  description: 'Lets an account claim rewards for the vault, or no longer, if it was let before.',
  sentence: 'Allow or bar {operator} at {distributor}',
  parameters: {
    distributor,
    operator: { kind: 'account', describe: 'Who may claim for the vault' },
  },
  signature: 'toggleOperator(address user, address operator)',
  rules: [merkl],
  target: 'distributor',
  arguments: ({ self, operator }) => [self, operator],
})

/** The actions of a strategist with Merkl. */
const merklActions = [claim, toggleOperator] as const

/** Decoders count proofs, also where leaves are built and there are none yet. */
function oneEach(proofs: AbiValue, count: number): AbiValue {
  const isNone = typeof proofs === 'object' && proofs.length === 0
  return isNone ? Array.from({ length: count }, () => []) : proofs
}

/** Merkl. */
export const protocol = {
  name: 'merkl',
  title: 'Merkl',
  appUrl: 'https://app.merkl.xyz',
  decoders: [merkl, merklWithTokens],
  actions: merklActions,
} as const satisfies Protocol
