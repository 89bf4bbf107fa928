import type { Address } from '@vaultwright/base'
import { encodeManage } from '@vaultwright/manager'
import { openSignedCall, type SignedCall, signedCallsOf } from '@vaultwright/safe'
import { expect, test } from 'vitest'
import { requiredApprovalsOf } from './review-state.ts'

const account = (digit: number): Address => `0x${String(digit).repeat(40)}` as Address
const [first, second, outsider] = [account(1), account(2), account(9)]
const policy = {
  required: 4,
  managers: [
    { chain_id: 1, manager_address: first, required: 2 },
    { chain_id: 1, manager_address: second, required: 0 },
    { chain_id: 10, manager_address: outsider, required: 0 },
  ],
}
const batchOf = (to: Address | null): SignedCall =>
  openSignedCall({ to, value: 0n, operation: 'call', data: encodeManage([]) })
const plain = openSignedCall({ to: first, value: 0n, operation: 'call', data: '0x12345678' })
const requiredFor = (calls: readonly SignedCall[], chainId: number | null = 1) =>
  requiredApprovalsOf(
    policy,
    calls.flatMap((call) => signedCallsOf(call)),
    chainId,
  )

test('golden: a packet needs the most that the vaults of its batches ask for', () => {
  expect(batchOf(first).kind).toBe('manager_batch')
  expect(requiredFor([batchOf(first)])).toBe(2)
  expect(requiredFor([batchOf(second)])).toBe(0)
  expect(requiredFor([batchOf(second), batchOf(first)])).toBe(2)
})

test.each([
  ['no call', []],
  ['a batch of a Manager that no vault has', [batchOf(second), batchOf(account(5))]],
  ['a batch whose Manager is not named', [batchOf(null)]],
  ['a Manager of another chain', [batchOf(outsider)]],
  ['a call beside the batch', [batchOf(second), plain]],
  ['a batch that cannot be read', [{ ...batchOf(second), problem: new RangeError() as never }]],
  ['borrowed code', [{ ...batchOf(second), operation: 'delegatecall' as const }]],
])('refuses: %s needs the most that any vault asks for', (_, calls) => {
  expect(requiredFor(calls)).toBe(4)
})

test('refuses: a packet whose chain is not known needs the most, too', () => {
  expect(requiredFor([batchOf(second)], null)).toBe(4)
})
