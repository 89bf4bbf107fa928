import type { Hex } from '@vaultwright/base'
import { printHex } from '@vaultwright/base'
import {
  FinalityError,
  type FinalityFile,
  type LayerTwoFile,
  l2UnderL1,
  openFinality,
  parseFinalityFile,
  printFinalityFile,
} from '@vaultwright/finality'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printFinality } from '../../packages/cli/src/print/finality.ts'
import { plain } from '../../packages/cli/src/terminal/style.ts'
import { openLocalBeacon } from '../support/node/local-beacon.ts'
import {
  ask,
  assertionLogOf,
  confirmOutput,
  finalOf,
  gameCode,
} from '../support/node/rollup-below.ts'
import { emptyFile, openRollupPair } from '../support/node/rollup-pair.ts'
import { minimalPreset } from '../support/proven/light-client-vector.ts'
import { numRuns } from '../support/runs.ts'

let pair: Awaited<ReturnType<typeof openRollupPair>>
const zeroHash: Hex = `0x${'0'.repeat(64)}`

beforeAll(async () => {
  pair = await openRollupPair()
})
afterAll(() => pair?.close())

const stepOf = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return error instanceof FinalityError ? error.step : error
  }
}

test('golden: a block of the OP Stack follows from portal, registry and dispute game, and so do its ancestors', async () => {
  await confirmOutput(pair.below, { chainId: 10, header: pair.confirmed }, gameCode)
  const newest = await pair.tied(10, 'finalized')
  const state = l2UnderL1(newest.final, newest.layerTwo)
  expect(state.block).toEqual({ number: 4n, hash: pair.confirmed.hash })
  expect(state.confirmed.number).toBe(4n)
  expect(state.lagSeconds).toBe(newest.final.timestamp - state.confirmed.timestamp)
  const older = await pair.tied(10, 2n)
  expect(l2UnderL1(older.final, older.layerTwo)).toMatchObject({
    block: { number: 2n },
    confirmed: { number: 4n },
  })
  const newer = await pair.tied(10, 5n)
  expect(stepOf(() => l2UnderL1(newer.final, newer.layerTwo))).toBe('block_not_final')
})

test('golden: a chain whose registry has no game yet has its starting root', async () => {
  await confirmOutput(pair.below, { chainId: 57_073, header: pair.confirmed }, null)
  await ask(
    pair.below,
    'anvil_setStorageAt',
    '0x00000000000000000000000000000000000a5501',
    `0x${'2'.padStart(64, '0')}`,
    zeroHash,
  )
  await ask(pair.below, 'anvil_mine', '0x1')
  const { final, layerTwo } = await pair.tied(57_073, 'finalized')
  expect(layerTwo.rollup).toMatchObject({ kind: 'op_stack', game: null })
  expect(l2UnderL1(final, layerTwo).block.number).toBe(4n)
})

test('golden: a block of Arbitrum follows from the last confirmed assertion', async () => {
  const { final, layerTwo } = await pair.tiedToArbitrum()
  expect(l2UnderL1(final, layerTwo).block).toEqual({ number: 4n, hash: pair.confirmed.hash })
})

test('golden: from a checkpoint to a block of the rollup, with the age of its confirmed state', async () => {
  await confirmOutput(pair.below, { chainId: 10, header: pair.confirmed }, gameCode)
  const { final, layerTwo } = await pair.tied(10, 2n)
  const execution = { ...final.block, timestamp: final.timestamp }
  const beacon = openLocalBeacon(1, final.timestamp - 1_200n, minimalPreset)
  const checkpoint = beacon.checkpointOf(8n, execution)
  const { number, hash } = final.block
  const file: FinalityFile = {
    ...emptyFile,
    checkpoint,
    bootstrap: printHex(beacon.bootstrapOf(8n, execution)),
    finality: printHex(beacon.finalityOf(32n, execution)),
    block: { number, hash },
    layerTwo,
  }
  const madeUnix = BigInt(Number(pair.confirmed.timestamp))
  const terms = { network: beacon.network, checkpoint, now: madeUnix + 90_000n }
  const proven = openFinality(parseFinalityFile(printFinalityFile(file)), terms)
  expect(proven).toMatchObject({
    chainId: 10,
    block: { number: 2n },
    rollup: { under: 1, ageSeconds: 90_000n, confirmed: { number: 4n, hash: pair.confirmed.hash } },
  })
  // The contracts of a rollup are on one chain: on another beacon chain their addresses mean nothing.
  const elsewhere = { ...terms, network: { ...beacon.network, chainId: 5 } }
  expect(stepOf(() => openFinality({ ...file, chainId: 5 }, elsewhere))).toBe('rollup_differs')
  const text = [...printFinality(proven, plain)].join('')
  expect(text).toContain(`of chain 10, as of block ${number} of chain 1:`)
  expect(text).toContain("made 25 hours ago: not the rollup's current state")
})

test('law: no change of a file leads to another block, header or chain', async () => {
  await confirmOutput(pair.below, { chainId: 10, header: pair.confirmed }, gameCode)
  for (const { final, layerTwo } of [await pair.tied(10, 2n), await pair.tiedToArbitrum()]) {
    const text = printFinalityFile({ ...emptyFile, layerTwo })
    const from = text.indexOf('"layerTwo"')
    const honest = l2UnderL1(final, layerTwo)
    let refused = 0
    fc.assert(
      fc.property(
        fc.integer({ min: from, max: text.length - 1 }),
        fc.constantFrom(...'0123456789abcdef'),
        (index, digit) => {
          const changed = `${text.slice(0, index)}${digit}${text.slice(index + 1)}`
          let state: unknown = null
          try {
            state = l2UnderL1(final, parseFinalityFile(changed).layerTwo!)
          } catch (error) {
            expect(error).toHaveProperty('code')
          }
          if (state === null) refused++
          else expect(state).toEqual(honest)
        },
      ),
      { numRuns: Math.max(300, Math.ceil(numRuns / 2)) },
    )
    expect(refused).toBeGreaterThan(200)
  }
})

test('refuses: another chain, another kind, a game that is left out, code of another game, an older final block', async () => {
  await confirmOutput(pair.below, { chainId: 10, header: pair.confirmed }, gameCode)
  const { final, layerTwo } = await pair.tied(10, 'finalized')
  const { rollup: evidence } = layerTwo
  const arbitrum = await pair.tiedToArbitrum()
  const lies: readonly Partial<LayerTwoFile>[] = [
    { chainId: 130 },
    { chainId: 5000 },
    { chainId: 42_161 },
    { rollup: arbitrum.layerTwo.rollup },
    { rollup: { ...evidence, game: null } as LayerTwoFile['rollup'] },
    { rollup: { ...evidence, messagePasserRoot: zeroHash } as LayerTwoFile['rollup'] },
  ]
  for (const lie of lies) {
    const step = stepOf(() => l2UnderL1(final, { ...layerTwo, ...lie }))
    expect(step, Object.keys(lie).join()).toBe('rollup_differs')
  }
  const later = await finalOf(pair.below)
  expect(
    stepOf(() => l2UnderL1(later, { ...layerTwo, header: arbitrum.layerTwo.header })),
  ).not.toBe(null)
  const older = { ...final, block: { ...final.block, stateRoot: zeroHash } }
  expect(stepOf(() => l2UnderL1(older, layerTwo))).toBe('rollup_differs')
})

test('refuses: a log of an assertion that lacks words or names no assertion before it, and none', async () => {
  const { data, topics } = assertionLogOf(pair.confirmed.hash)
  const lies = [null, {}, [], [null], [{ data, topics: topics.slice(0, 2) }]]
  for (const lie of [...lies, [{ topics, data: data.slice(0, -2) }], [{ topics, data: 7 }]]) {
    await expect(pair.tiedToArbitrum(lie)).rejects.toMatchObject({ step: 'rollup_differs' })
  }
  const foreign = [{ topics, data: assertionLogOf(pair.confirmed.parentHash).data }]
  const { final, layerTwo } = await pair.tiedToArbitrum(foreign)
  expect(stepOf(() => l2UnderL1(final, layerTwo))).toBe('rollup_differs')
})
