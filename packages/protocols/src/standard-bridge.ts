import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type {
  AccountParameter,
  AmountParameter,
  BytesParameter,
  IntegerParameter,
  RawParameter,
} from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'

/**
 * The native bridge of the OP Stack.
 *
 * Source: OP Stack StandardBridge, OptimismPortal.
 */
export const standardBridge = {
  decoder: 'StandardBridge',
  functions: [
    {
      signature:
        'bridgeERC20To(address _localToken, address _remoteToken, address _to, uint256 _amount, uint32 _minGasLimit, bytes _extraData)',
      packs: '_localToken, _remoteToken, _to',
    },
    { signature: 'bridgeETHTo(address _to, uint32 _minGasLimit, bytes _extraData)', packs: '_to' },
    {
      signature:
        'finalizeWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 value, uint256 gasLimit, bytes data) _tx)',
      packs: '_tx.sender, _tx.target',
    },
    {
      signature:
        'proveWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 value, uint256 gasLimit, bytes data) _tx, uint256 _disputeGameIndex, (bytes32 version, bytes32 stateRoot, bytes32 messagePasserStorageRoot, bytes32 latestBlockhash) _outputRootProof, bytes[] _withdrawalProof)',
      packs: '_tx.sender, _tx.target',
    },
  ],
} as const satisfies DecoderRules

const rules = [standardBridge] as const

const bridge = {
  kind: 'account',
  role: 'standard_bridge',
  describe: 'Standard bridge of the rollup, on the chain that is left',
} as const satisfies AccountParameter

const recipient = {
  kind: 'account',
  describe: 'Who receives it on the other chain',
} as const satisfies AccountParameter

/** Gas of a message to the other chain. */
export const minGas = {
  kind: 'integer',
  min: 0n,
  max: 2n ** 32n - 1n,
  fallback: 200_000n,
  describe: 'Gas that the message has on the other chain',
} as const satisfies IntegerParameter

const word = { kind: 'integer', min: 0n, max: 2n ** 256n - 1n } as const
const wei = { kind: 'amount', unit: 'native' } as const

/** A withdrawal as the message passer of the rollup recorded it, without its value. */
export const withdrawalParameters = {
  portal: { kind: 'account', role: 'portal', describe: 'Portal of the rollup on Ethereum' },
  sender: { kind: 'account', describe: 'Who sent the withdrawal on the rollup' },
  recipient: { kind: 'account', describe: 'Who is called on Ethereum: the messenger' },
  nonce: { ...word, describe: 'Nonce of the withdrawal' },
  gas_limit: { ...word, describe: 'Gas limit of the withdrawal' },
  data: { kind: 'bytes', describe: 'Calldata of the withdrawal' },
} as const satisfies {
  readonly [name: string]: AccountParameter | IntegerParameter | BytesParameter
}

/** The proof that a rollup's state holds a withdrawal. */
export const proofParameters = {
  output_root_proof: {
    kind: 'raw',
    type: '(bytes32,bytes32,bytes32,bytes32)',
    sample: Array.from({ length: 4 }, () => `0x${'00'.repeat(32)}`),
    describe: 'Version, state root, storage root of the message passer, block hash',
  },
  withdrawal_proof: {
    kind: 'raw',
    type: 'bytes[]',
    sample: [],
    describe: 'Nodes of the storage proof, from the root on',
  },
} as const satisfies { readonly [name: string]: RawParameter }

const value = {
  ...wei,
  fallback: '0',
  describe: 'Value of the withdrawal',
} as const satisfies AmountParameter

const bridgeToken = defineAction({
  route: 'standard_bridge/bridge_token',
  name: 'Bridge a token',
  description: 'Sends a token between Ethereum and a rollup of the OP Stack.',
  sentence: 'Bridge {amount} to {recipient} as {remote_token}',
  parameters: {
    bridge,
    token: { kind: 'token', describe: 'Token on the chain that is left' },
    remote_token: { kind: 'account', describe: 'The same token on the other chain' },
    recipient,
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much to bridge' },
    min_gas: minGas,
  },
  signature:
    'bridgeERC20To(address _localToken, address _remoteToken, address _to, uint256 _amount, uint32 _minGasLimit, bytes _extraData)',
  rules,
  target: 'bridge',
  arguments: ({ token, remote_token, recipient, amount, min_gas }) => [
    token,
    remote_token,
    recipient,
    amount,
    min_gas,
    '0x',
  ],
  approvals: [{ token: 'token', spender: 'bridge', amount: 'amount' }],
})

const bridgeEth = defineAction({
  route: 'standard_bridge/bridge_eth',
  name: 'Bridge ETH',
  description: 'Sends ETH between Ethereum and a rollup of the OP Stack.',
  sentence: 'Bridge {amount} to {recipient}',
  parameters: {
    bridge,
    recipient,
    amount: { ...wei, describe: 'How much to bridge' },
    min_gas: minGas,
  },
  signature: 'bridgeETHTo(address _to, uint32 _minGasLimit, bytes _extraData)',
  rules,
  target: 'bridge',
  arguments: ({ recipient, min_gas }) => [recipient, min_gas, '0x'],
  sends: 'always',
  value: ({ amount }) => amount,
})

const proveWithdrawal = defineAction({
  route: 'standard_bridge/prove_withdrawal',
  name: 'Prove a withdrawal',
  description: 'Shows Ethereum that the rollup holds a withdrawal; it may be finalized days later.',
  sentence: 'Prove withdrawal {nonce} at {portal}',
  parameters: {
    ...withdrawalParameters,
    value,
    dispute_game_index: { ...word, describe: 'Index of the dispute game of the output root' },
    ...proofParameters,
  },
  signature:
    'proveWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 value, uint256 gasLimit, bytes data) _tx, uint256 _disputeGameIndex, (bytes32 version, bytes32 stateRoot, bytes32 messagePasserStorageRoot, bytes32 latestBlockhash) _outputRootProof, bytes[] _withdrawalProof)',
  rules,
  target: 'portal',
  arguments: (values) => [
    withdrawalOf(values),
    values.dispute_game_index,
    values.output_root_proof,
    values.withdrawal_proof,
  ],
})

const finalizeWithdrawal = defineAction({
  route: 'standard_bridge/finalize_withdrawal',
  name: 'Finalize a withdrawal',
  description: 'Pays a withdrawal out on Ethereum once its challenge period is over.',
  sentence: 'Finalize withdrawal {nonce} at {portal}',
  parameters: { ...withdrawalParameters, value },
  signature:
    'finalizeWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 value, uint256 gasLimit, bytes data) _tx)',
  rules,
  target: 'portal',
  arguments: (values) => [withdrawalOf(values)],
})

/** The actions of a strategist with the bridges of the OP Stack. */
const standardBridgeActions = [bridgeToken, bridgeEth, proveWithdrawal, finalizeWithdrawal] as const

type StandardBridgeWithdrawal = {
  readonly nonce: bigint
  readonly sender: string
  readonly recipient: string
  readonly value: bigint
  readonly gas_limit: bigint
  readonly data: string
}

function withdrawalOf({
  nonce,
  sender,
  recipient,
  value,
  gas_limit,
  data,
}: StandardBridgeWithdrawal) {
  return [nonce, sender, recipient, value, gas_limit, data]
}

/** OP Stack bridge. */
export const protocol = {
  name: 'standard_bridge',
  title: 'OP Stack bridge',
  appUrl: 'https://app.optimism.io/bridge',
  decoders: [standardBridge],
  actions: standardBridgeActions,
  price: 'rate',
} as const satisfies Protocol
