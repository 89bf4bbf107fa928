import { encodeTuple, parseAbiTuple } from '@vaultwright/manager'
import { defineAction } from '../action/action.ts'
import { derive, deriveWithdraw } from './function.ts'

/** Extra data of the way in. */
const twoAccounts = parseAbiTuple('(address,address)')

const bridgeParameter = {
  kind: 'account',
  describe: 'Vault of Socket that bridges the token',
} as const

const token = { kind: 'token', describe: 'Token that is sent' } as const

const recipient = { kind: 'account', describe: 'Who receives it on the other chain' } as const

const amount = {
  kind: 'amount',
  unit: 'token',
  all: 'balance',
  describe: 'How much to send',
} as const

const gasLimit = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 256n - 1n,
  fallback: 500000n,
  describe: 'Gas of the message on the other chain',
} as const

const connector = { kind: 'account', describe: 'Connector to the other chain' } as const

const fee = { kind: 'amount', unit: 'native', describe: 'Fee of the message' } as const

const controller = { kind: 'account', describe: 'Controller of the token on Derive' } as const

const bridge = defineAction({
  route: 'derive/bridge',
  name: 'Bridge into Derive',
  description: 'Sends a token to the chain of Derive; two more accounts are named for its arrival.',
  sentence: 'Bridge {amount} to {recipient}',
  parameters: {
    bridge: bridgeParameter,
    token,
    recipient,
    amount,
    gas_limit: gasLimit,
    connector,
    first_account: {
      kind: 'account',
      describe: 'First account of the extra data: who receives it there in the end',
    },
    second_account: { kind: 'account', describe: 'Second account of the extra data' },
    fee,
  },
  signature:
    'bridge(address receiver_, uint256 amount_, uint256 msgGasLimit_, address connector_, bytes extraData_, bytes options_)',
  rules: [derive],
  target: 'bridge',
  arguments: ({ recipient, amount, gas_limit, connector, first_account, second_account }) => [
    recipient,
    amount,
    gas_limit,
    connector,
    encodeTuple(twoAccounts, [first_account, second_account]),
    '0x',
  ],
  sends: 'either',
  value: ({ fee }) => fee,
  approvals: [{ token: 'token', spender: 'bridge', amount: 'amount' }],
})

const bridgeBack = defineAction({
  route: 'derive/bridge_back',
  name: 'Bridge out of Derive',
  description: 'Sends a token from a chain of Derive; no extra data goes along.',
  sentence: 'Bridge {amount} to {recipient}',
  parameters: {
    bridge: bridgeParameter,
    token,
    recipient,
    amount,
    gas_limit: gasLimit,
    connector,
    fee,
  },
  signature:
    'bridge(address receiver_, uint256 amount_, uint256 msgGasLimit_, address connector_, bytes extraData_, bytes options_)',
  rules: [deriveWithdraw],
  target: 'bridge',
  arguments: ({ recipient, amount, gas_limit, connector }) => [
    recipient,
    amount,
    gas_limit,
    connector,
    '0x',
    '0x',
  ],
  sends: 'either',
  value: ({ fee }) => fee,
  approvals: [{ token: 'token', spender: 'bridge', amount: 'amount' }],
})

const retry = defineAction({
  route: 'derive/retry',
  name: 'Retry a message',
  description: 'Delivers a message of the bridge again.',
  sentence: 'Retry message {message_id}',
  parameters: {
    bridge: bridgeParameter,
    connector,
    message_id: { kind: 'word', describe: 'Identifier of the message' },
  },
  signature: 'retry(address connector_, bytes32 messageId_)',
  rules: [derive],
  target: 'bridge',
  arguments: ({ connector, message_id }) => [connector, message_id],
})

const withdrawFromAppChain = defineAction({
  route: 'derive/withdraw_from_app_chain',
  name: 'Withdraw from the chain',
  description: 'Burns a token on the chain of Derive; it is paid out elsewhere.',
  sentence: 'Withdraw {amount} to {recipient}',
  parameters: { controller, token, recipient, amount, gas_limit: gasLimit, connector, fee },
  signature:
    'withdrawFromAppChain(address receiver_, uint256 burnAmount_, uint256 msgGasLimit_, address connector_)',
  rules: [deriveWithdraw],
  target: 'controller',
  arguments: ({ recipient, amount, gas_limit, connector }) => [
    recipient,
    amount,
    gas_limit,
    connector,
  ],
  sends: 'either',
  value: ({ fee }) => fee,
  approvals: [{ token: 'token', spender: 'controller', amount: 'amount' }],
})

const withdrawToChain = defineAction({
  route: 'derive/withdraw_to_chain',
  name: 'Withdraw to a chain',
  description: 'Has the helper of Derive send a token to another chain; fees come off the token.',
  sentence: 'Withdraw {amount} to {recipient}',
  parameters: {
    helper: { kind: 'account', describe: 'Withdrawal helper of Derive' },
    token,
    recipient,
    amount,
    controller,
    connector,
    gas_limit: gasLimit,
  },
  signature:
    'withdrawToChain(address token, uint256 amount, address recipient, address socketController, address connector, uint256 gasLimit)',
  rules: [deriveWithdraw],
  target: 'helper',
  arguments: ({ token, recipient, amount, controller, connector, gas_limit }) => [
    token,
    amount,
    recipient,
    controller,
    connector,
    gas_limit,
  ],
  approvals: [{ token: 'token', spender: 'helper', amount: 'amount' }],
})

/** Bridge actions of Derive. */
export const bridgeActions = [
  bridge,
  bridgeBack,
  retry,
  withdrawFromAppChain,
  withdrawToChain,
] as const
