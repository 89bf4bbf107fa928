import { defineAction } from '../action/action.ts'
import { lidoStandardBridge } from './function.ts'

const bridgeAccount = {
  kind: 'account',
  describe: 'Bridge of wstETH to a rollup, on this chain',
} as const

const token = { kind: 'token', describe: 'Token on this chain' } as const

const recipient = { kind: 'account', describe: 'Who receives it on the other chain' } as const

const amount = {
  kind: 'amount',
  unit: 'token',
  all: 'balance',
  describe: 'How much to bridge',
} as const

const minGas = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 32n - 1n,
  fallback: 200000n,
  describe: 'Gas that the message has on the other chain',
} as const

const extraData = {
  kind: 'bytes',
  fallback: '0x',
  describe: 'Data that goes along; the bridge does not execute it',
} as const

const bridge = defineAction({
  route: 'lido/bridge',
  name: 'Bridge',
  description: 'Sends wstETH to a rollup.',
  sentence: 'Bridge {amount} to {recipient} as {remote_token}',
  parameters: {
    bridge: bridgeAccount,
    token,
    remote_token: { kind: 'account', describe: 'The same token on the other chain' },
    recipient,
    amount,
    min_gas: minGas,
    extra_data: extraData,
  },
  signature:
    'depositERC20To(address _localToken, address _remoteToken, address _to, uint256 _amount, uint32 _minGasLimit, bytes _extraData)',
  rules: [lidoStandardBridge],
  target: 'bridge',
  arguments: ({ token, remote_token, recipient, amount, min_gas, extra_data }) => [
    token,
    remote_token,
    recipient,
    amount,
    min_gas,
    extra_data,
  ],
  approvals: [{ token: 'token', spender: 'bridge', amount: 'amount' }],
})

const bridgeBack = defineAction({
  route: 'lido/bridge_back',
  name: 'Bridge back',
  description: 'Sends wstETH from a rollup to Ethereum.',
  sentence: 'Bridge {amount} back to {recipient}',
  parameters: {
    bridge: bridgeAccount,
    token,
    recipient,
    amount,
    min_gas: minGas,
    extra_data: extraData,
  },
  signature:
    'withdrawTo(address _localToken, address _to, uint256 _amount, uint32 _minGasLimit, bytes _extraData)',
  rules: [lidoStandardBridge],
  target: 'bridge',
  arguments: ({ token, recipient, amount, min_gas, extra_data }) => [
    token,
    recipient,
    amount,
    min_gas,
    extra_data,
  ],
  approvals: [{ token: 'token', spender: 'bridge', amount: 'amount' }],
})

/** The bridge of wstETH. */
export const bridgeActions = [bridge, bridgeBack] as const
