import { type ActionInputValues, actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct Pair { address token; address spender; }',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function lockdown(Pair[] approvals)',
])
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const spender = '0xAE563E3f8219521950555F5962419C8919758Ea2'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const values: ActionInputValues = { permit2, token, spender, self, manager: self }
const approve = (amount: bigint) =>
  encodeAction(actionOf('permit2/approve')!, { ...values, amount, expiration: 1_700_000_000n })

test.each([
  [0n, 0n],
  [5_000_000n, 5_000_000n],
  [2n ** 256n - 1n, 2n ** 160n - 1n],
])('default: an allowance of %s is given as %s', (amount, given) => {
  const args = [token, spender, given, 1_700_000_000] as const
  expect(approve(amount)).toBe(encodeFunctionData({ abi, functionName: 'approve', args }))
})

test('default: one pair is locked down', () => {
  expect(encodeAction(actionOf('permit2/lockdown')!, values)).toBe(
    encodeFunctionData({ abi, functionName: 'lockdown', args: [[{ token, spender }]] }),
  )
})

test('error: UnencodableError for an amount that Permit2 cannot hold', () => {
  expect(() => approve(2n ** 160n)).toThrow(expect.objectContaining({ code: 'unencodable' }))
})
