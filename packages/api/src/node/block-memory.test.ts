import type { Address, Hex } from '@vaultwright/base'
import type { BlockCall } from '@vaultwright/builder'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBlockMemory } from './block-memory.ts'

const to: Address = `0x${'1'.repeat(40)}`
const callOf = (at: number): BlockCall => ({ to, data: `0x${at.toString(16).padStart(8, '0')}` })
const blockOf = (number: number, fork = 0) => ({
  number: BigInt(number),
  hash: `0x${number}${fork}` as Hex,
  timestamp: 0n,
})
const answerOf = (hash: string, { data }: BlockCall) =>
  ({ ok: true, data: `${hash}${data.slice(2)}` as Hex }) as const

/** A chain that notes what it is asked; each answer names its block. */
function chainOf(asked: string[]) {
  return {
    readCalls: async (calls: readonly BlockCall[], { hash }: { readonly hash: Hex }) => {
      await Promise.resolve()
      asked.push(calls.map(({ data }) => `${hash} ${data}`).join())
      return calls.map((call) => answerOf(hash, call))
    },
  }
}

test('law: readers answer as the chain does, and ask the newest block nothing twice', async () => {
  const round = fc.record({
    block: fc.nat({ max: 2 }),
    lists: fc.array(fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 5 }), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(round, { maxLength: 6 }), async (rounds) => {
      const calls: string[] = []
      const chain = chainOf(calls)
      const memory = openBlockMemory()
      let newest: Hex | null = null
      let fresh = new Set<string>()
      for (const { block, lists } of rounds) {
        const target = blockOf(block)
        if (newest !== target.hash) fresh = new Set()
        newest = target.hash
        const expected = new Set(lists.flat().map((one) => `${target.hash} ${callOf(one).data}`))
        const open = [...expected].filter((one) => !fresh.has(one))
        const from = calls.length
        const answers = await Promise.all(
          lists.map((list) => memory.at(chain, target)(list.map(callOf))),
        )
        expect(answers).toEqual(
          lists.map((list) => list.map((one) => answerOf(target.hash, callOf(one)))),
        )
        expect(
          calls
            .slice(from)
            .flatMap((list) => list.split(','))
            .toSorted(),
        ).toEqual(open.toSorted())
        for (const openCall of open) fresh.add(openCall)
      }
    }),
  )
})

test('golden: another block of the same number is asked again', async () => {
  const calls: string[] = []
  const chain = chainOf(calls)
  const memory = openBlockMemory()
  for (const fork of [0, 0, 1, 1]) await memory.at(chain, blockOf(7, fork))([callOf(1)])
  expect(calls).toEqual(['0x70 0x00000001', '0x71 0x00000001'])
})

test('refuses: what fails fails for all that wait for it, and is asked again', async () => {
  let isUp = false
  const up = chainOf([])
  const chain: typeof up = {
    readCalls: (calls, block) =>
      isUp ? up.readCalls(calls, block) : Promise.reject(new Error('down')),
  }
  const memory = openBlockMemory()
  const both = [0, 1].map(() => memory.at(chain, blockOf(1))([callOf(1)]))
  const ends = await Promise.allSettled(both)
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isUp = true
  expect(await memory.at(chain, blockOf(1))([callOf(1)])).toEqual([answerOf('0x10', callOf(1))])
})

test('error: too few answers are said to be missing', async () => {
  const chain = { readCalls: async () => [] }
  const reading = openBlockMemory().at(chain, blockOf(1))([callOf(1)])
  await expect(reading).rejects.toMatchObject({ code: 'missing_answer' })
})
