import type { DecoderRules } from '@vaultwright/manager'
import { defineAction } from './action/action.ts'
import type { AmountParameter } from './action/parameter.ts'
import type { Protocol } from './action/protocol-entry.ts'
import { minGas, proofParameters, withdrawalParameters } from './standard-bridge.ts'

/**
 * Liquid staking of Mantle (mETH).
 *
 * Source: Mantle LSP Staking.
 */
export const mantle = {
  decoder: 'Mantle',
  functions: [
    { signature: 'claimUnstakeRequest(uint256 unstakeRequestID)', packs: '' },
    { signature: 'stake(uint256 minMETHAmount)', packs: '' },
    { signature: 'unstakeRequest(uint128 methAmount, uint128 minETHAmount)', packs: '' },
  ],
} as const satisfies DecoderRules

/**
 * The native bridge of Mantle, where ETH is a token and MNT pays for gas.
 *
 * Source: Mantle L1StandardBridge, L2StandardBridge, OptimismPortal.
 */
export const mantleStandardBridge = {
  decoder: 'MantleStandardBridge',
  functions: [
    {
      signature: 'bridgeETHTo(uint256 _amount, address _to, uint32 _minGasLimit, bytes _extraData)',
      packs: '_to',
    },
    {
      signature:
        'finalizeWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 mntValue, uint256 ethValue, uint256 gasLimit, bytes data) _tx)',
      packs: '_tx.sender, _tx.target',
    },
    {
      signature:
        'proveWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 mntValue, uint256 ethValue, uint256 gasLimit, bytes data) _tx, uint256 _l2OutputIndex, (bytes32 version, bytes32 stateRoot, bytes32 messagePasserStorageRoot, bytes32 latestBlockhash) _outputRootProof, bytes[] _withdrawalProof)',
      packs: '_tx.sender, _tx.target',
    },
  ],
} as const satisfies DecoderRules

const bridgeRules = [mantleStandardBridge] as const
const stakingRules = [mantle] as const

const staking = {
  kind: 'account',
  role: 'staking',
  describe: 'Staking contract of mETH on Ethereum',
} as const
const word = { kind: 'integer', min: 0n, max: 2n ** 256n - 1n } as const
const ether = { kind: 'amount', unit: { decimals: 18 } } as const

const values = {
  mnt_value: { ...ether, fallback: '0', describe: 'MNT of the withdrawal' },
  eth_value: { ...ether, fallback: '0', describe: 'ETH of the withdrawal' },
} as const satisfies { readonly [name: string]: AmountParameter }

const bridgeEth = defineAction({
  route: 'mantle/bridge_eth',
  name: 'Bridge ETH',
  description: 'Sends ETH from Mantle, where it is a token, to Ethereum.',
  sentence: 'Bridge {amount} to {recipient}',
  parameters: {
    bridge: { kind: 'account', role: 'standard_bridge', describe: 'Standard bridge of Mantle' },
    recipient: { kind: 'account', describe: 'Who receives it on the other chain' },
    eth: {
      kind: 'token',
      describe: 'ETH of Mantle, a token at 0xdEAD…1111 that the bridge pulls',
    },
    amount: { kind: 'amount', unit: 'eth', all: 'balance', describe: 'How much ETH to bridge' },
    min_gas: minGas,
  },
  signature: 'bridgeETHTo(uint256 _amount, address _to, uint32 _minGasLimit, bytes _extraData)',
  rules: bridgeRules,
  target: 'bridge',
  arguments: ({ amount, recipient, min_gas }) => [amount, recipient, min_gas, '0x'],
  approvals: [{ token: 'eth', spender: 'bridge', amount: 'amount' }],
})

const proveWithdrawal = defineAction({
  route: 'mantle/prove_withdrawal',
  name: 'Prove a withdrawal',
  description: 'Shows Ethereum that Mantle holds a withdrawal; it may be finalized days later.',
  sentence: 'Prove withdrawal {nonce} for {recipient} at {portal}',
  parameters: {
    ...withdrawalParameters,
    ...values,
    output_index: { ...word, describe: 'Index of the output root' },
    ...proofParameters,
  },
  signature:
    'proveWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 mntValue, uint256 ethValue, uint256 gasLimit, bytes data) _tx, uint256 _l2OutputIndex, (bytes32 version, bytes32 stateRoot, bytes32 messagePasserStorageRoot, bytes32 latestBlockhash) _outputRootProof, bytes[] _withdrawalProof)',
  rules: bridgeRules,
  target: 'portal',
  arguments: (given) => [
    withdrawalOf(given),
    given.output_index,
    given.output_root_proof,
    given.withdrawal_proof,
  ],
})

const finalizeWithdrawal = defineAction({
  route: 'mantle/finalize_withdrawal',
  name: 'Finalize a withdrawal',
  description: 'Pays a withdrawal out on Ethereum once its challenge period is over.',
  sentence: 'Finalize withdrawal {nonce} for {recipient} at {portal}',
  parameters: { ...withdrawalParameters, ...values },
  signature:
    'finalizeWithdrawalTransaction((uint256 nonce, address sender, address target, uint256 mntValue, uint256 ethValue, uint256 gasLimit, bytes data) _tx)',
  rules: bridgeRules,
  target: 'portal',
  arguments: (given) => [withdrawalOf(given)],
})

const stake = defineAction({
  route: 'mantle/stake',
  name: 'Stake',
  description: 'Stakes ETH for mETH.',
  sentence: 'Stake {amount}',
  parameters: {
    staking,
    amount: { kind: 'amount', unit: 'native', describe: 'How much ETH to stake' },
    min_meth: {
      kind: 'minimum',
      unit: { decimals: 18 },
      quote: ({ staking, amount }) => ({
        to: staking as `0x${string}`,
        call: 'ethToMETH(uint256)',
        arguments: [amount!],
        returns: '(uint256 meth)',
      }),
      describe: 'Minimum mETH that must come out',
    },
  },
  signature: 'stake(uint256 minMETHAmount)',
  rules: stakingRules,
  target: 'staking',
  arguments: ({ min_meth }) => [min_meth],
  sends: 'always',
  value: ({ amount }) => amount,
})

const requestUnstake = defineAction({
  route: 'mantle/request_unstake',
  name: 'Request to unstake',
  description: 'Hands mETH in for ETH that is paid out later.',
  sentence: 'Request to unstake {amount}',
  parameters: {
    staking,
    token: {
      kind: 'token',
      fact: { of: 'staking', call: 'mETH()', returns: '(address token)' },
      describe: 'mETH',
    },
    amount: { kind: 'amount', unit: 'token', all: 'balance', describe: 'How much mETH to hand in' },
    min_eth: {
      kind: 'minimum',
      unit: { decimals: 18 },
      quote: ({ staking, amount }) => ({
        to: staking as `0x${string}`,
        call: 'mETHToETH(uint256)',
        arguments: [amount!],
        returns: '(uint256 eth)',
      }),
      describe: 'Minimum ETH that must come out',
    },
  },
  signature: 'unstakeRequest(uint128 methAmount, uint128 minETHAmount)',
  rules: stakingRules,
  target: 'staking',
  arguments: ({ amount, min_eth }) => [amount, min_eth],
  approvals: [{ token: 'token', spender: 'staking', amount: 'amount' }],
})

const claimUnstake = defineAction({
  route: 'mantle/claim_unstake',
  name: 'Claim unstaked ETH',
  description: 'Takes the ETH of a request that is ready.',
  sentence: 'Claim request {request} from {staking}',
  parameters: { staking, request: { ...word, describe: 'Number of the request' } },
  signature: 'claimUnstakeRequest(uint256 unstakeRequestID)',
  rules: stakingRules,
  target: 'staking',
  arguments: ({ request }) => [request],
})

/** The actions of a strategist with the bridge and the staking of Mantle. */
const mantleActions = [
  bridgeEth,
  proveWithdrawal,
  finalizeWithdrawal,
  stake,
  requestUnstake,
  claimUnstake,
] as const

type MantleWithdrawal = {
  readonly nonce: bigint
  readonly sender: string
  readonly recipient: string
  readonly mnt_value: bigint
  readonly eth_value: bigint
  readonly gas_limit: bigint
  readonly data: string
}

function withdrawalOf(given: MantleWithdrawal) {
  const { nonce, sender, recipient, mnt_value, eth_value, gas_limit, data } = given
  return [nonce, sender, recipient, mnt_value, eth_value, gas_limit, data]
}

/** Mantle bridge. */
export const protocol = {
  name: 'mantle',
  title: 'Mantle bridge',
  appUrl: 'https://app.mantle.xyz/bridge',
  decoders: [mantle, mantleStandardBridge],
  actions: mantleActions,
  price: 'rate',
  unquoted: {
    paid_later: ['request_unstake'],
    own_rate: ['stake'],
  },
} as const satisfies Protocol
