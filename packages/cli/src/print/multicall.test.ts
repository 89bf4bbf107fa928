import type { Address, Hex } from '@vaultwright/base'
import { encodeManage } from '@vaultwright/manager'
import { describeBatch } from '@vaultwright/packet'
import { callContextOf } from '@vaultwright/protocols'
import { multicall3Abi, multicall3Address } from '@vaultwright/registry'
import fc from 'fast-check'
import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'

const decoder: Address = '0x7171717171717171717171717171717171717171'
const token: Address = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const spender: Address = '0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A'
const context = callContextOf(1, null)
const batchOf = (data: Hex, target: Address = multicall3Address) =>
  encodeManage([{ target, data, value: 0n, decoder, proof: [] }])
const multicallOf = (data: Hex, target?: Address) =>
  describeBatch(batchOf(data, target), context, { manager: null }).get('0')?.multicall

const approve = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
const aggregate = (amounts: readonly bigint[], mayFail = false) =>
  encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      amounts.map((amount) => {
        return { target: token, allowFailure: mayFail, callData: approve(amount) }
      }),
    ],
  })

test('law: a call of Multicall3 in a batch shows each call that it makes, in order', () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), { maxLength: 5 })
  fc.assert(
    fc.property(amounts, fc.boolean(), (list, mayFail) => {
      const call = multicallOf(aggregate(list, mayFail))
      expect(call).toMatchObject({ kind: 'multicall', problem: null })
      expect(call!.children.map(({ to, data }) => ({ to, data }))).toEqual(
        list.map((amount) => ({ to: token, data: approve(amount) })),
      )
      const kinds = call!.notes.map(({ kind }) => kind)
      expect(kinds).toEqual(['not_delegated', ...(mayFail && list.length > 0 ? ['may_fail'] : [])])
    }),
  )
})

test('refuses: calldata that ends early is shown with its problem, and another account is not opened', () => {
  const short = aggregate([1n]).slice(0, -64) as Hex
  expect(multicallOf(short)?.problem?.code).toMatch(/calldata/)
  expect(multicallOf(aggregate([1n]), token)).toBeUndefined()
  expect(multicallOf('0x4d2301cc')).toBeUndefined()
})
