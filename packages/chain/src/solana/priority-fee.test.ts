import { svmAddressOf } from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openScriptedNode, refusal } from '../../../../test/solana/support/scripted-node.ts'
import { priorityFeeOf } from './priority-fee.ts'

const price = fc.bigInt(0n, 2n ** 53n)

test('law: the recent price is one that was paid, at least three quarters paid no more, and the cap holds', () => {
  fc.assert(
    fc.property(fc.array(price, { minLength: 1 }), price, (recent, capMicroLamports) => {
      const { microLamports, isCapped } = priorityFeeOf(
        { kind: 'recent', capMicroLamports },
        recent,
      )
      expect(microLamports <= capMicroLamports).toBe(true)
      if (isCapped) {
        expect(microLamports).toBe(capMicroLamports)
        return
      }
      expect(recent).toContain(microLamports)
      const enough = recent.filter((paid) => paid <= microLamports).length
      const fewer = recent.filter((paid) => paid < microLamports).length
      expect(enough * 4 >= recent.length * 3 && fewer * 4 < recent.length * 3).toBe(true)
    }),
  )
})

test('golden: fixed and recent prices', () => {
  const fixed = { kind: 'fixed', microLamports: 1_000n } as const
  const plain = priorityFeeOf({ ...fixed, capMicroLamports: 5_000n }, [9n])
  expect(plain).toEqual({ kind: 'fixed', microLamports: 1_000n, isCapped: false })
  const capped = priorityFeeOf({ ...fixed, capMicroLamports: 10n }, [])
  expect(capped).toEqual({ kind: 'fixed', microLamports: 10n, isCapped: true })
  const recent = priorityFeeOf({ kind: 'recent', capMicroLamports: 99n }, [4n, 1n, 3n, 2n])
  expect(recent).toEqual({ kind: 'recent', microLamports: 3n, isCapped: false })
  const quiet = priorityFeeOf({ kind: 'recent', capMicroLamports: 99n }, [])
  expect(quiet).toEqual({ kind: 'recent', microLamports: 0n, isCapped: false })
})

test('golden: prices of at most 128 accounts are asked for, each account once, and come by slot', async () => {
  const requests: unknown[] = []
  const { node } = openScriptedNode(({ method, params }) => {
    if (method === 'getGenesisHash') return '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
    requests.push(...(params[0] as unknown[]))
    return [
      { slot: 7, prioritizationFee: 5 },
      { slot: 6, prioritizationFee: 2 },
    ]
  })
  const many = Array.from({ length: 300 }, (_, index) =>
    svmAddressOf(new Uint8Array(32).fill(1 + (index % 150))),
  )
  expect(await node.priorityFees(many)).toEqual([2n, 5n])
  expect(requests).toHaveLength(128)
  expect(new Set(requests).size).toBe(128)
})

test.each([
  [[{ slot: 7 }], 'rpc_answer_malformed'],
  [[{ slot: 7, prioritizationFee: -1 }], 'rpc_answer_malformed'],
  [[{ slot: 7, prioritizationFee: 2 ** 53 }], 'rpc_answer_malformed'],
  [refusal(-32602, 'Too many inputs provided; max 128'), 'solana_refused'],
])('refuses: prices as in %j', async (result, code) => {
  const { node } = openScriptedNode(() => result, { genesisHash: null })
  await expect(node.priorityFees([])).rejects.toMatchObject({ code })
})
