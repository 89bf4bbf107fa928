import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AccountParameter, AmountParameter, IntegerParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The native bridge of Scroll.
 *
 * Source: Scroll gateways, L1ScrollMessenger, L2ScrollMessenger.
 */
export const scrollBridge = {
  decoder: 'ScrollBridge',
  functions: [
    {
      signature: 'depositERC20(address _token, address _to, uint256 _amount, uint256 _gasLimit)',
      packs: '_token, _to',
    },
    {
      signature:
        'relayMessageWithProof(address _from, address _to, uint256 _value, uint256 _nonce, bytes _message, (uint256 batchIndex, bytes merkleProof) _proof)',
      packs: '_from, _to',
    },
    {
      signature: 'sendMessage(address _to, uint256 _value, bytes _message, uint256 _gasLimit)',
      packs: '_to',
    },
    {
      signature: 'withdrawERC20(address _token, address _to, uint256 _amount, uint256 _gasLimit)',
      packs: '_token, _to',
    },
  ],
} as const satisfies DecoderRules

const rules = [scrollBridge] as const

const router = {
  kind: 'account',
  role: 'gateway_router',
  describe: 'Gateway router on Ethereum, which pulls the token for its gateway',
} as const satisfies AccountParameter

const messenger = {
  kind: 'account',
  role: 'messenger',
  describe: 'Messenger of Scroll on this chain',
} as const satisfies AccountParameter

const recipient = {
  kind: 'account',
  describe: 'Who receives it on the other chain',
} as const satisfies AccountParameter

const gasLimit = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  fallback: 200_000n,
  describe: 'Gas that the message has on the other chain',
} as const satisfies IntegerParameter

const fee = {
  kind: 'amount',
  unit: 'native',
  fallback: '0',
  describe: 'Fee of the message; what is too much comes back',
} as const satisfies AmountParameter

const tokenParameters = {
  router,
  token: { kind: 'token', describe: 'Token on the chain that is left' },
  recipient,
  amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to bridge' },
  fee,
  gas_limit: gasLimit,
} as const

const deposit = defineAction({
  route: 'scroll_bridge/deposit_token',
  name: 'Bridge a token',
  description: 'Sends a token from Ethereum to Scroll.',
  sentence: 'Bridge {amount} to {recipient} on Scroll',
  parameters: tokenParameters,
  signature: 'depositERC20(address _token, address _to, uint256 _amount, uint256 _gasLimit)',
  rules,
  target: 'router',
  arguments: ({ token, recipient, amount, gas_limit }) => [token, recipient, amount, gas_limit],
  sends: 'either',
  value: ({ fee }) => fee,
  approvals: [{ token: 'token', spender: 'router', amount: 'amount' }],
})

const withdraw = defineAction({
  route: 'scroll_bridge/withdraw_token',
  name: 'Withdraw a token',
  description:
    'Sends a token from Scroll to Ethereum; WETH and USDC are approved to their gateway before.',
  sentence: 'Withdraw {amount} to {recipient} on Ethereum',
  // Gateways of Scroll burn their tokens unasked, and the router pulls none: it gets no allowance.
  parameters: { ...tokenParameters, router: { ...router, describe: 'Gateway router on Scroll' } },
  signature: 'withdrawERC20(address _token, address _to, uint256 _amount, uint256 _gasLimit)',
  rules,
  target: 'router',
  arguments: ({ token, recipient, amount, gas_limit }) => [token, recipient, amount, gas_limit],
  sends: 'either',
  value: ({ fee }) => fee,
})

const bridgeEth = defineAction({
  route: 'scroll_bridge/bridge_eth',
  name: 'Bridge ETH',
  description: 'Sends ETH between Ethereum and Scroll.',
  sentence: 'Bridge {amount} to {recipient}',
  parameters: {
    messenger,
    recipient,
    amount: { kind: 'amount', unit: 'native', describe: 'How much to bridge' },
    fee,
    gas_limit: gasLimit,
  },
  signature: 'sendMessage(address _to, uint256 _value, bytes _message, uint256 _gasLimit)',
  rules,
  target: 'messenger',
  arguments: ({ recipient, amount, gas_limit }) => [recipient, amount, '0x', gas_limit],
  sends: 'always',
  value: ({ amount, fee }) => amount + fee,
})

const claim = defineAction({
  route: 'scroll_bridge/claim',
  name: 'Claim a withdrawal',
  description: 'Delivers a message of Scroll on Ethereum: a token or ETH comes out.',
  sentence: 'Claim message {nonce} of {from} for {recipient}',
  parameters: {
    messenger,
    from: { kind: 'account', describe: 'Who sent the message on Scroll' },
    recipient: { kind: 'account', describe: 'Who is called on Ethereum' },
    value: { kind: 'amount', unit: 'native', fallback: '0', describe: 'ETH of the message' },
    nonce: { kind: 'integer', min: 0n, max: 2n ** 256n - 1n, describe: 'Number of the message' },
    message: { kind: 'bytes', fallback: '0x', describe: 'Calldata of the message' },
    batch: { kind: 'integer', min: 0n, max: 2n ** 256n - 1n, describe: 'Batch of the message' },
    proof: { kind: 'bytes', describe: 'Siblings of the message in the tree of its batch' },
  },
  signature:
    'relayMessageWithProof(address _from, address _to, uint256 _value, uint256 _nonce, bytes _message, (uint256 batchIndex, bytes merkleProof) _proof)',
  rules,
  target: 'messenger',
  arguments: ({ from, recipient, value, nonce, message, batch, proof }) => [
    from,
    recipient,
    value,
    nonce,
    message,
    [batch, proof],
  ],
})

/** The actions of a strategist with the bridge of Scroll. */
const scrollBridgeActions = [deposit, withdraw, bridgeEth, claim] as const

/** Scroll bridge. */
export const protocol = {
  name: 'scroll_bridge',
  title: 'Scroll bridge',
  appUrl: 'https://portal.scroll.io/bridge',
  decoders: [scrollBridge],
  actions: scrollBridgeActions,
} as const satisfies Protocol
