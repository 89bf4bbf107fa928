import { expect, test } from 'vitest'
import type { VaultDayRef } from './receipt.ts'
import { readWithReceipts } from './receipt.ts'

const vault = `0x${'1'.repeat(40)}` as const
type Value = VaultDayRef & { readonly worth: number }

const receiptOf = (day: string) => ({ formula: 'daily@1', inputs: { day }, result: {} })
const receipts = async ({ day }: VaultDayRef) => receiptOf(day)
const turn = async () => {}
const source = { kind: 'daily', receipts, turn } as const
const entryOf = (day: string, worth: number): Value => ({ chain: 'base', vault, day, worth })

test('default: values come with their receipts', async () => {
  const points = [entryOf('2026-01-01', 1), entryOf('2026-01-02', 2)]
  const result = await readWithReceipts(
    source,
    async () => points,
    (all) => all,
  )
  expect(result).toEqual({ given: points, receipts: points.map(({ day }) => receiptOf(day)) })
})

test('behavior: a value that changed between is read again', async () => {
  let reads = 0
  const read = async () => [entryOf('2026-01-01', Math.min(++reads, 3))]
  const { given: value, receipts } = await readWithReceipts(source, read, (all) => all)
  expect([value[0]!.worth, receipts[0], reads]).toEqual([3, receiptOf('2026-01-01'), 4])
})

test('behavior: what changes without a pause is answered in the end, without the receipts in doubt', async () => {
  let reads = 0
  const read = async () => [entryOf('2026-01-01', 1), entryOf('2026-01-02', ++reads)]
  const { receipts } = await readWithReceipts(source, read, (all) => all)
  expect(receipts).toEqual([receiptOf('2026-01-01'), null])
  expect(reads).toBe(9)
})

test('law: each receipt is read in a turn of its own, and so is what follows them', async () => {
  for (const count of [0, 1, 7, 44]) {
    const steps: string[] = []
    const counted = {
      ...source,
      receipts: async (value: VaultDayRef) => {
        steps.push('receipt')
        return receipts(value)
      },
      turn: async () => void steps.push('turn'),
    }
    const points = Array.from({ length: count }, (_, at) => entryOf('2026-01-01', at))
    await readWithReceipts(
      counted,
      async () => points,
      (all) => all,
    )
    expect(steps).toEqual([...points.flatMap(() => ['turn', 'receipt']), 'turn'])
  }
})
