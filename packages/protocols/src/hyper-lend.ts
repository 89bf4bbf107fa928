import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * HyperLend: the pool of Aave v3 and a claim of rewards that binds no address.
 *
 * Source: HyperLend pool and reward distributor.
 */
export const hyperLend = {
  decoder: 'HyperLend',
  inherits: ['AaveV3'],
  functions: [
    { signature: 'claim((address token, uint256 amount, bytes32[] proof)[] claims)', packs: '' },
  ],
} as const satisfies DecoderRules

const claim = defineAction({
  route: 'hyper_lend/claim',
  name: 'Claim rewards',
  description: 'Claims rewards of HyperLend with proofs.',
  sentence: 'Claim rewards from {distributor}',
  parameters: {
    distributor: { kind: 'account', describe: 'Distributor of HyperLend' },
    claims: {
      kind: 'raw',
      type: '(address,uint256,bytes32[])[]',
      sample: [],
      describe: 'Claims as JSON lists: token, amount, proof',
    },
  },
  signature: 'claim((address token, uint256 amount, bytes32[] proof)[] claims)',
  rules: [hyperLend],
  target: 'distributor',
  arguments: ({ claims }) => [claims],
})

/** The actions of a strategist with HyperLend. */
const hyperLendActions = [claim] as const

/** Hyper Lend. */
export const protocol = {
  name: 'hyper_lend',
  title: 'Hyper Lend',
  appUrl: null,
  decoders: [hyperLend],
  actions: hyperLendActions,
} as const satisfies Protocol
