import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct Withdrawal { uint256 nonce; address sender; address target; uint256 mntValue; uint256 ethValue; uint256 gasLimit; bytes data; }',
  'struct OutputRoot { bytes32 version; bytes32 stateRoot; bytes32 messagePasserStorageRoot; bytes32 latestBlockhash; }',
  'function bridgeETHTo(uint256 amount, address to, uint32 minGasLimit, bytes extraData)',
  'function proveWithdrawalTransaction(Withdrawal tx, uint256 outputIndex, OutputRoot proof, bytes[] withdrawalProof)',
  'function finalizeWithdrawalTransaction(Withdrawal tx)',
  'function stake(uint256 minMETHAmount) payable',
  'function unstakeRequest(uint128 methAmount, uint128 minETHAmount)',
  'function claimUnstakeRequest(uint256 unstakeRequestID)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const sender = '0x4200000000000000000000000000000000000007'
const recipient = '0x676A795fe6E43C17c668de16730c3F690FEB7120'
const zero = `0x${'00'.repeat(32)}` as const
const values: ActionInputValues = {
  bridge: sender,
  portal: sender,
  staking: sender,
  token: sender,
  eth: sender,
  sender,
  recipient,
  amount: 5n,
  min_gas: 200_000n,
  nonce: 1n,
  gas_limit: 9n,
  data: '0xab',
  output_index: 4n,
  mnt_value: 2n,
  eth_value: 3n,
  output_root_proof: [zero, zero, zero, zero],
  withdrawal_proof: [],
  min_meth: 4n,
  min_eth: 6n,
  request: 77n,
  self,
  manager: self,
}
const withdrawal = {
  nonce: 1n,
  sender,
  target: recipient,
  mntValue: 2n,
  ethValue: 3n,
  gasLimit: 9n,
  data: '0xab',
} as const
const root = {
  version: zero,
  stateRoot: zero,
  messagePasserStorageRoot: zero,
  latestBlockhash: zero,
}
const cases = [
  ['bridge_eth', 'bridgeETHTo', [5n, recipient, 200_000, '0x']],
  ['prove_withdrawal', 'proveWithdrawalTransaction', [withdrawal, 4n, root, []]],
  ['finalize_withdrawal', 'finalizeWithdrawalTransaction', [withdrawal]],
  ['stake', 'stake', [4n]],
  ['request_unstake', 'unstakeRequest', [5n, 6n]],
  ['claim_unstake', 'claimUnstakeRequest', [77n]],
] as const

test.each(cases)('default: mantle/%s', (route, functionName, args) => {
  const expected = encodeFunctionData({ abi, functionName, args } as never)
  expect(encodeAction(actionOf(`mantle/${route}`)!, values)).toBe(expected)
})

test('behavior: ETH is a token on Mantle, and value on Ethereum', () => {
  const bridge = actionOf('mantle/bridge_eth')!
  expect(bridge.value(values)).toBe(0n)
  expect(bridge.approvals).toEqual([{ token: 'eth', spender: 'bridge', amount: 'amount' }])
  expect(actionOf('mantle/stake')!.value(values)).toBe(5n)
})

test('error: UnencodableError for more mETH than 128 bits hold', () => {
  const action = actionOf('mantle/request_unstake')!
  expect(() => encodeAction(action, { ...values, amount: 2n ** 128n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
