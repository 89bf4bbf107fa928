import { buildLeaf } from '@vaultwright/manager'
import fc from 'fast-check'
import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { runOnAnswers } from '../reading/reading.ts'
import { allowancePairsOf, readAllowances } from './allowance.ts'

const account = (digit: string) => `0x${digit.repeat(40)}` as const
const [decoder, vault, drone] = [account('9'), account('8'), account('7')]
const [token, spender] = [account('1'), account('2')]
const leafOf = (signature: string, target: string, args: readonly string[]) =>
  buildLeaf({ decoder, target, signature, arguments: args, description: '' })
const approve = 'approve(address,uint256)'

test('golden: an approve leaf of the vault, one of a drone, and none of another function', () => {
  const leaves = [
    leafOf(approve, token, [spender]),
    leafOf(approve, drone, [spender, token]),
    leafOf('transfer(address,uint256)', token, [spender]),
    leafOf(approve, token, []),
  ]
  expect(allowancePairsOf(leaves, vault)).toEqual([
    { token, owner: vault, spender },
    { token, owner: drone, spender },
  ])
})

test('law: each pair is asked as the ABI asks it, and has the answer of its token', () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), { maxLength: 5 })
  fc.assert(
    fc.property(amounts, (given) => {
      const pairs = given.map((_, at) => ({
        token: account(String(at + 1)),
        owner: vault,
        spender,
      }))
      const entries = runOnAnswers(readAllowances(pairs), ({ to, data }) => {
        const args = [vault, spender] as const
        expect(data).toBe(encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args }))
        const index = pairs.findIndex((pair) => pair.token === to)
        return `0x${given[index]!.toString(16).padStart(64, '0')}`
      })
      expect(entries).toEqual(pairs.map((pair, at) => ({ ...pair, amount: String(given[at]) })))
    }),
  )
})

test('refuses: to take a revert, or nothing at all, for an allowance of zero', () => {
  const pairs = [{ token, owner: vault, spender }]
  for (const answer of [null, '0x', '0x01'] as const) {
    const entries = runOnAnswers(readAllowances(pairs), () => answer)
    expect(entries.map(({ amount }) => amount)).toEqual([null])
  }
})
