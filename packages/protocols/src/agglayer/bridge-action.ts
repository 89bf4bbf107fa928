import { zeroAddress } from '@vaultwright/base'
import { defineAction } from '../action/action.ts'
import { agglayer } from './function.ts'

const bridge = { kind: 'account', role: 'bridge', describe: 'Bridge of the AggLayer' } as const

const destination = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 32n - 1n,
  isIdentity: true,
  describe: 'Number that the AggLayer has for the chain to send to: 0 is Ethereum, 20 is Katana',
} as const

const recipient = { kind: 'account', describe: 'Who receives it on the other chain' } as const

const forceUpdate = {
  kind: 'flag',
  fallback: true,
  describe: 'Whether the chain publishes its exit root at once, so that the claim need not wait',
} as const

const metadata = {
  kind: 'bytes',
  describe: 'Message that the receiver on the other chain executes',
} as const

const bridgeAsset = defineAction({
  route: 'agglayer/bridge_asset',
  name: 'Bridge an asset',
  description:
    'Sends a token, or the native coin as the zero address, to another chain of the AggLayer.',
  sentence: 'Bridge {amount} to {recipient} on network {destination}',
  parameters: {
    bridge,
    destination,
    recipient,
    token: { kind: 'token', describe: 'Token to send; the zero address is the native coin' },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to send' },
    force_update: forceUpdate,
  },
  signature:
    'bridgeAsset(uint32 destinationNetwork, address destinationAddress, uint256 amount, address token, bool forceUpdateGlobalExitRoot, bytes permitData)',
  rules: [agglayer],
  target: 'bridge',
  arguments: ({ destination, recipient, token, amount, force_update }) => [
    destination,
    recipient,
    amount,
    token,
    force_update,
    '0x',
  ],
  sends: 'either',
  value: ({ token, amount }) => (token === zeroAddress ? amount : 0n),
  approvals: [{ token: 'token', spender: 'bridge', amount: 'amount' }],
})

const bridgeMessage = defineAction({
  route: 'agglayer/bridge_message',
  name: 'Bridge a message',
  description:
    'Sends a message, and native coin with it, to a contract on another chain of the AggLayer.',
  sentence: 'Send a message with {amount} to {recipient} on network {destination}',
  parameters: {
    bridge,
    destination,
    recipient,
    amount: {
      kind: 'amount',
      unit: 'native',
      fallback: '0',
      describe: 'Native coin that goes with the message',
    },
    force_update: forceUpdate,
    metadata,
  },
  signature:
    'bridgeMessage(uint32 destinationNetwork, address destinationAddress, bool forceUpdateGlobalExitRoot, bytes metadata)',
  rules: [agglayer],
  target: 'bridge',
  arguments: ({ destination, recipient, force_update, metadata }) => [
    destination,
    recipient,
    force_update,
    metadata,
  ],
  sends: 'either',
  value: ({ amount }) => amount,
})

const bridgeWethMessage = defineAction({
  route: 'agglayer/bridge_weth_message',
  name: 'Bridge a message with WETH',
  description: 'Sends a message with WETH from a chain whose coin is another.',
  sentence: 'Send a message with {amount} to {recipient} on network {destination}',
  parameters: {
    bridge,
    destination,
    recipient,
    weth: {
      kind: 'token',
      fact: { of: 'bridge', call: 'WETHToken()', returns: '(address)' },
      describe: 'WETH of the bridge',
    },
    amount: { kind: 'amount', unit: 'weth', describe: 'How much WETH goes with the message' },
    force_update: forceUpdate,
    metadata,
  },
  signature:
    'bridgeMessageWETH(uint32 destinationNetwork, address destinationAddress, uint256 amountWETH, bool forceUpdateGlobalExitRoot, bytes metadata)',
  rules: [agglayer],
  target: 'bridge',
  arguments: ({ destination, recipient, amount, force_update, metadata }) => [
    destination,
    recipient,
    amount,
    force_update,
    metadata,
  ],
})

/** Bridge actions of the AggLayer. */
export const bridgeActions = [bridgeAsset, bridgeMessage, bridgeWethMessage] as const
