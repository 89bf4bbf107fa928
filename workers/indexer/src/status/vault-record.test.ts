import type { BlockRef, BlockTag } from '@vaultwright/outcome'
import type { ReadingMark } from '@vaultwright/store'
import { endOfDay } from '@vaultwright/valuation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mismatchOf } from './vault-record.ts'

const day = '2026-01-02'
const end = endOfDay(day)

/** Blocks some hours apart around the end of a day; a letter tells which history they are of. */
const history = fc
  .array(fc.record({ hours: fc.integer({ min: 1, max: 9 }), letter: fc.constantFrom('a', 'b') }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((steps) => {
    let timestamp = end - 86_400n
    return steps.map(({ hours, letter }, at): BlockRef => {
      timestamp += BigInt(hours) * 3_600n
      return { number: BigInt(at), hash: `0x${letter}${at}`, timestamp }
    })
  })

function chainOf(blocks: readonly BlockRef[]) {
  return { readBlock: async (tag: BlockTag) => blocks[Number(tag)]! }
}

function markOf({ number, hash }: BlockRef): ReadingMark {
  return { day, blockNumber: number, blockHash: hash } as ReadingMark
}

test('law: a day holds exactly if its block is the last one of the day, and a later one is final', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.nat(11), fc.boolean(), async (blocks, at, isOther) => {
      const number = at % blocks.length
      const head = blocks.at(-1)!
      const block = isOther ? { ...blocks[number]!, hash: '0xother' as const } : blocks[number]!
      const last = blocks.findLastIndex(({ timestamp }) => timestamp <= end)
      fc.pre(blocks[number]!.timestamp <= end)
      const isHeld = !isOther && number === last && head.timestamp > end
      const reason = await mismatchOf(chainOf(blocks), markOf(block), head)
      expect(reason === null).toBe(isHeld)
    }),
  )
})

test('golden: why a day does not hold', async () => {
  const block = (number: bigint, timestamp: bigint): BlockRef => {
    return { number, hash: `0xa${number}`, timestamp }
  }
  const blocks = [block(0n, end - 9n), block(1n, end), block(2n, end + 1n)]
  const reason = (mark: BlockRef, head: BlockRef) => mismatchOf(chainOf(blocks), markOf(mark), head)
  expect(await reason(blocks[1]!, blocks[2]!)).toBe(null)
  expect(await reason(blocks[1]!, blocks[1]!)).toBe(
    '2026-01-02 is not over: block 1 is the last final one.',
  )
  expect(await reason(blocks[0]!, blocks[2]!)).toBe(
    'Block 1 came into 2026-01-02 after it was read at block 0.',
  )
  expect(await reason({ ...blocks[1]!, hash: '0xb1' }, blocks[2]!)).toBe(
    'Block 1 was 0xb1, and is 0xa1 now.',
  )
  // Beyond the last final block nothing is known.
  expect(await reason(blocks[2]!, blocks[1]!)).toBe(null)
})
