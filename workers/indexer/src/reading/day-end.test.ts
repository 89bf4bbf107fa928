import type { BlockAt } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import { endOfDay, shiftDay } from '@vaultwright/valuation'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDayEnds } from './day-end.ts'

const first = '2026-01-01'

function blockOf(number: bigint, timestamp: bigint): BlockRef {
  return { number, timestamp, hash: `0x${number.toString(16).padStart(64, '0')}` }
}

/** A chain with so many days, one block at noon of each; it counts the searches and can fail. */
function chainOf(days: number) {
  const blocks = Array.from({ length: days }, (_, at) =>
    blockOf(BigInt(at), endOfDay(shiftDay(first, at)) - 43_199n),
  )
  const searches: number[] = []
  let isBroken = false
  return {
    searches,
    head: blocks.at(-1)!,
    breakOnce: () => {
      isBroken = true
    },
    chain: {
      slug: 'local',
      chain: {
        readBlocksAt: async (times: readonly bigint[]): Promise<readonly BlockAt[]> => {
          searches.push(times.length)
          if (isBroken) {
            isBroken = false
            throw new Error('broken')
          }
          return times.map((time) => {
            const index = blocks.findLastIndex(({ timestamp }) => timestamp <= time)
            const next = blocks[index + 1] ?? null
            return { ...blocks[index]!, next, isHead: next === null }
          })
        },
      },
    },
  }
}

test('law: whatever is asked in whatever order, each day has its last block, and none that is not over', async () => {
  const asks = fc.array(fc.uniqueArray(fc.nat(49), { minLength: 1 }), {
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 50 }), asks, async (days, asked) => {
      const { chain, head } = chainOf(days)
      const ends = openDayEnds()
      await Promise.all(
        asked.map(async (ats) => {
          const blocks = await ends.read(
            chain,
            ats.map((at) => shiftDay(first, at)),
            head,
          )
          for (const [place, expectedBlock] of ats.entries()) {
            expect(blocks[place]?.block.number ?? null).toBe(
              expectedBlock < days - 1 ? BigInt(expectedBlock) : null,
            )
            expect(blocks[place]?.next.number ?? null).toBe(
              expectedBlock < days - 1 ? BigInt(expectedBlock + 1) : null,
            )
          }
        }),
      )
    }),
  )
})

test('behavior: days one after another are looked for together', async () => {
  const { chain, head, searches } = chainOf(60)
  const ends = openDayEnds()
  for (let index = 0; index < 59; index++) await ends.read(chain, [shiftDay(first, index)], head)
  expect(searches).toEqual([32, 27])
  ends.forget('local')
  await ends.read(chain, [first], head)
  expect(searches).toHaveLength(3)
})

test('error: a search that failed is made again, and so is that for a day that was not over', async () => {
  const { chain, head, breakOnce, searches } = chainOf(2)
  const ends = openDayEnds()
  breakOnce()
  await expect(ends.read(chain, [first], head)).rejects.toThrow('broken')
  expect(await ends.read(chain, [first], head)).toHaveLength(1)
  const second = shiftDay(first, 1)
  expect(await ends.read(chain, [second], head)).toEqual([null])
  expect(await ends.read(chain, [second], head)).toEqual([null])
  expect(searches).toHaveLength(4)
})
