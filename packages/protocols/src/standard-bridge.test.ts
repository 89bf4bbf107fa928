import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct Withdrawal { uint256 nonce; address sender; address target; uint256 value; uint256 gasLimit; bytes data; }',
  'struct OutputRoot { bytes32 version; bytes32 stateRoot; bytes32 messagePasserStorageRoot; bytes32 latestBlockhash; }',
  'function bridgeERC20To(address local, address remote, address to, uint256 amount, uint32 minGasLimit, bytes extraData)',
  'function bridgeETHTo(address to, uint32 minGasLimit, bytes extraData) payable',
  'function proveWithdrawalTransaction(Withdrawal tx, uint256 disputeGameIndex, OutputRoot proof, bytes[] withdrawalProof)',
  'function finalizeWithdrawalTransaction(Withdrawal tx)',
])
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const messengers = {
  sender: '0x4200000000000000000000000000000000000007',
  recipient: '0x25ace71c97B33Cc4729CF772ae268934F7ab5fA1',
} as const
const weth = '0x4200000000000000000000000000000000000006'
const mainnetWeth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const root = (digit: string) => `0x${digit.repeat(64)}` as const
const values: ActionInputValues = {
  bridge: weth,
  portal: weth,
  token: weth,
  remote_token: mainnetWeth,
  ...messengers,
  amount: 5n,
  min_gas: 200_000n,
  nonce: 1n << 240n,
  gas_limit: 9n,
  value: 3n,
  data: '0xab',
  dispute_game_index: 12n,
  output_root_proof: ['0', '1', '2', '3'].map(root),
  withdrawal_proof: ['0x01', '0x0203'],
  self,
  manager: self,
}
const encoded = (route: string, changes: Partial<ActionInputValues> = {}) =>
  encodeAction(actionOf(`standard_bridge/${route}`)!, {
    ...values,
    ...changes,
  } as ActionInputValues)
const withdrawal = {
  nonce: 1n << 240n,
  sender: messengers.sender,
  target: messengers.recipient,
  value: 3n,
  gasLimit: 9n,
  data: '0xab' as const,
}

test('default: a token', () => {
  const args = [weth, mainnetWeth, self, 5n, 200_000, '0x'] as const
  expect(encoded('bridge_token', { recipient: self })).toBe(
    encodeFunctionData({ abi, functionName: 'bridgeERC20To', args }),
  )
})

test('default: ETH goes as value', () => {
  expect(encoded('bridge_eth', { recipient: self })).toBe(
    encodeFunctionData({ abi, functionName: 'bridgeETHTo', args: [self, 200_000, '0x'] }),
  )
  expect(actionOf('standard_bridge/bridge_eth')!.value(values)).toBe(5n)
})

test('default: a withdrawal is proven and finalized', () => {
  const proof = {
    version: root('0'),
    stateRoot: root('1'),
    messagePasserStorageRoot: root('2'),
    latestBlockhash: root('3'),
  }
  const args = [withdrawal, 12n, proof, ['0x01', '0x0203']] as const
  expect(encoded('prove_withdrawal')).toBe(
    encodeFunctionData({ abi, functionName: 'proveWithdrawalTransaction', args }),
  )
  expect(encoded('finalize_withdrawal')).toBe(
    encodeFunctionData({ abi, functionName: 'finalizeWithdrawalTransaction', args: [withdrawal] }),
  )
})

test('error: UnencodableError for three words of an output root', () => {
  const short = { output_root_proof: ['0', '1', '2'].map(root) }
  expect(() => encoded('prove_withdrawal', short)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
