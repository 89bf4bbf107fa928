import {
  type FinalHeader,
  type LayerTwoFile,
  l2UnderL1,
  parseFinalityFile,
  printFinalityFile,
} from '@vaultwright/finality'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { confirmOutput, gameCode } from '../support/node/rollup-below.ts'
import { emptyFile, openRollupPair } from '../support/node/rollup-pair.ts'
import { numRuns } from '../support/runs.ts'

/** Of each kind of rollup; a campaign makes more. */
const mutations = Math.max(5_000, numRuns)

type Slot = { readonly holder: Record<string, unknown> | unknown[]; readonly key: string | number }

/** Every text of a document, with the place that holds it. */
function textsIn(value: unknown): readonly Slot[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.entries(holder).flatMap(([key, inner]) =>
    typeof inner === 'string' ? [{ holder, key }] : textsIn(inner),
  )
}

/** Every list of a document. */
function listsIn(value: unknown): readonly unknown[][] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(listsIn)
  return Array.isArray(value) && value.length > 0 ? [value, ...inside] : inside
}

const change = fc.record({
  kind: fc.constantFrom('digit', 'digit', 'swap', 'copy', 'leave out', 'repeat', 'cut'),
  first: fc.nat(),
  second: fc.nat(),
  digit: fc.constantFrom(...'0123456789abcdef'),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** Changes the part of a file that goes on to a rollup. */
function changed(text: string, { kind, first, second, digit }: Change): string {
  const file = JSON.parse(text)
  const texts = textsIn(file.layerTwo)
  const lists = listsIn(file.layerTwo)
  const target = texts[first % texts.length]!
  const source = texts[second % texts.length]!
  const list = lists[first % lists.length]!
  const read = ({ holder, key }: Slot) => (holder as Record<string, string>)[key]!
  const write = ({ holder, key }: Slot, value: string) => {
    ;(holder as Record<string, string>)[key] = value
  }
  const [left, right] = [read(target), read(source)]
  const index = second % left.length
  const place = second % list.length
  if (kind === 'digit') write(target, `${left.slice(0, index)}${digit}${left.slice(index + 1)}`)
  if (kind === 'cut') write(target, left.slice(0, index))
  if (kind === 'copy' || kind === 'swap') write(target, right)
  if (kind === 'swap') write(source, left)
  if (kind === 'leave out') list.splice(place, 1)
  if (kind === 'repeat') list.splice(place, 0, list[place])
  return `${JSON.stringify(file)}\n`
}

/** Counts the changes that are refused; every other one must lead to the very same block. */
function countRefused({ final, layerTwo }: { final: FinalHeader; layerTwo: LayerTwoFile }): number {
  const text = printFinalityFile({ ...emptyFile, layerTwo })
  const honest = l2UnderL1(final, layerTwo)
  let refused = 0
  fc.assert(
    fc.property(change, (terms) => {
      let state: unknown = null
      try {
        state = l2UnderL1(final, parseFinalityFile(changed(text, terms)).layerTwo!)
      } catch (error) {
        expect(error).toHaveProperty('code')
      }
      if (state === null) refused++
      else expect(state).toEqual(honest)
    }),
    { numRuns: mutations },
  )
  return refused
}

test('law: of 10,000 changes to the way to a rollup none leads to another block, header or chain', async () => {
  const pair = await openRollupPair()
  try {
    await confirmOutput(pair.below, { chainId: 10, header: pair.confirmed }, gameCode)
    const refused = [
      countRefused(await pair.tied(10, 2n)),
      countRefused(await pair.tiedToArbitrum()),
    ]
    console.log(
      `refused of ${mutations} changes each: ${refused.join(' and ')}; others change nothing`,
    )
    for (const count of refused) expect(count).toBeGreaterThan(mutations / 2)
  } finally {
    await pair.close()
  }
})
