import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The USDC token router of Avalanche, which stands in front of CCTP.
 *
 * Source: Avalanche TokenRouter.
 */
export const avalancheBridge = {
  decoder: 'AvalancheBridge',
  functions: [
    {
      signature:
        'transferTokens(uint256 amount, uint32 destinationDomain, address mintRecipient, address burnToken)',
      packs: 'uint160(destinationDomain), mintRecipient, burnToken',
    },
  ],
} as const satisfies DecoderRules

const transfer = defineAction({
  route: 'avalanche_bridge/transfer',
  name: 'Bridge',
  description: 'Burns USDC behind the router of Avalanche; as much is minted on the other chain.',
  sentence: 'Bridge {amount} to {recipient} on {destination}',
  parameters: {
    router: { kind: 'account', describe: 'Token router, which stands before CCTP' },
    destination: { kind: 'network', numbering: 'cctp', describe: 'Chain to send to' },
    recipient: { kind: 'account', describe: 'Who receives the token there' },
    token: { kind: 'token', describe: 'Token to burn' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to bridge' },
  },
  signature:
    'transferTokens(uint256 amount, uint32 destinationDomain, address mintRecipient, address burnToken)',
  rules: [avalancheBridge],
  target: 'router',
  arguments: ({ amount, destination, recipient, token }) => [amount, destination, recipient, token],
  approvals: [{ token: 'token', spender: 'router', amount: 'amount' }],
})

/** The actions of a strategist with the bridge of Avalanche. */
const avalancheBridgeActions = [transfer] as const

/** Avalanche Bridge. */
export const protocol = {
  name: 'avalanche_bridge',
  title: 'Avalanche Bridge',
  appUrl: null,
  decoders: [avalancheBridge],
  actions: avalancheBridgeActions,
} as const satisfies Protocol
