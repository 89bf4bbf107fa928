import type { Hex } from '@vaultwright/base'
import { printHex } from '@vaultwright/base'
import { type Anvil, type Chain, openAnvil, type Rpc } from '@vaultwright/chain'
import {
  FinalityError,
  type FinalityFile,
  type LayerTwoFile,
  l2UnderL1,
  openFinality,
  parseFinalityFile,
  printFinalityFile,
} from '@vaultwright/finality'
import { tieRollup } from '@vaultwright/operations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printFinality } from '../../packages/cli/src/print/finality.ts'
import { plain } from '../../packages/cli/src/terminal/style.ts'
import { openLocalBeacon } from '../support/node/local-beacon.ts'
import {
  ask,
  assertionLogOf,
  chainOn,
  confirmAssertion,
  confirmOutput,
  finalOf,
  gameCode,
} from '../support/node/rollup-below.ts'
import { minimalPreset } from '../support/proven/light-client-vector.ts'
import { numRuns } from '../support/runs.ts'

type Header = Readonly<
  Record<'hash' | 'number' | 'parentHash' | 'stateRoot' | 'withdrawalsRoot', Hex>
>

let below: Anvil
let rollup: Anvil
let chain: Chain
let confirmed: Header
const zeroHash: Hex = `0x${'0'.repeat(64)}`
const empty: FinalityFile = {
  chainId: 1,
  checkpoint: zeroHash,
  bootstrap: '0x',
  updates: [],
  finality: null,
  optimistic: null,
  block: { number: 1n, hash: zeroHash },
  evidence: { kind: 'same' },
}

beforeAll(async () => {
  below = await openAnvil({ chainId: 1, arguments: ['--hardfork', 'prague'] })
  rollup = await openAnvil({ chainId: 10, arguments: ['--hardfork', 'prague'] })
  await ask(rollup, 'anvil_mine', '0x5')
  confirmed = (await ask(rollup, 'eth_getBlockByNumber', '0x4', false)) as Header
  chain = await chainOn(below, 1)
})
afterAll(async () => {
  await below?.close()
  await rollup?.close()
})

/** Makes what goes on to the rollup, and takes it through a file. */
async function tied(chainId: number, target: bigint | 'finalized', node: Chain = chain) {
  const final = await finalOf(below)
  const above = { ...(await chainOn(rollup, 10)), id: chainId }
  const whole = await tieRollup({ file: empty, final }, { below: node, rollup: above }, target)
  const { layerTwo } = parseFinalityFile(printFinalityFile(whole))
  return { final, layerTwo: layerTwo! }
}

/** Goes on to Arbitrum. No contract logs its event here: a node that answers it stands between. */
async function tiedToArbitrum(logs: unknown = [assertionLogOf(confirmed.hash)]) {
  await confirmAssertion(below, 42_161, confirmed.hash)
  const rpc: Rpc = {
    ...chain.rpc,
    ask: async (requests) =>
      requests[0]?.method === 'eth_getLogs'
        ? [{ ok: true as const, value: logs }]
        : chain.rpc.ask(requests),
  }
  return tied(42_161, 'finalized', { ...chain, rpc })
}

const stepOf = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return error instanceof FinalityError ? error.step : error
  }
}

test('golden: a block of the OP Stack follows from portal, registry and dispute game, and so do its ancestors', async () => {
  await confirmOutput(below, { chainId: 10, header: confirmed }, gameCode)
  const newest = await tied(10, 'finalized')
  const state = l2UnderL1(newest.final, newest.layerTwo)
  expect(state.block).toEqual({ number: 4n, hash: confirmed.hash })
  expect(state.confirmed.number).toBe(4n)
  expect(state.lagSeconds).toBe(newest.final.timestamp - state.confirmed.timestamp)
  const older = await tied(10, 2n)
  expect(l2UnderL1(older.final, older.layerTwo)).toMatchObject({
    block: { number: 2n },
    confirmed: { number: 4n },
  })
  const newer = await tied(10, 5n)
  expect(stepOf(() => l2UnderL1(newer.final, newer.layerTwo))).toBe('block_not_final')
})

test('golden: a chain whose registry has no game yet has its starting root', async () => {
  await confirmOutput(below, { chainId: 57_073, header: confirmed }, null)
  await ask(
    below,
    'anvil_setStorageAt',
    '0x00000000000000000000000000000000000a5501',
    `0x${'2'.padStart(64, '0')}`,
    zeroHash,
  )
  await ask(below, 'anvil_mine', '0x1')
  const { final, layerTwo } = await tied(57_073, 'finalized')
  expect(layerTwo.rollup).toMatchObject({ kind: 'op_stack', game: null })
  expect(l2UnderL1(final, layerTwo).block.number).toBe(4n)
})

test('golden: a block of Arbitrum follows from the last confirmed assertion', async () => {
  const { final, layerTwo } = await tiedToArbitrum()
  expect(l2UnderL1(final, layerTwo).block).toEqual({ number: 4n, hash: confirmed.hash })
})

test('golden: from a checkpoint to a block of the rollup, with the age of its confirmed state', async () => {
  await confirmOutput(below, { chainId: 10, header: confirmed }, gameCode)
  const { final, layerTwo } = await tied(10, 2n)
  const execution = { ...final.block, timestamp: final.timestamp }
  const beacon = openLocalBeacon(1, final.timestamp - 1_200n, minimalPreset)
  const checkpoint = beacon.checkpointOf(8n, execution)
  const { number, hash } = final.block
  const file: FinalityFile = {
    ...empty,
    checkpoint,
    bootstrap: printHex(beacon.bootstrapOf(8n, execution)),
    finality: printHex(beacon.finalityOf(32n, execution)),
    block: { number, hash },
    layerTwo,
  }
  const madeUnix = BigInt(Number((confirmed as unknown as { timestamp: Hex }).timestamp))
  const terms = { network: beacon.network, checkpoint, now: madeUnix + 90_000n }
  const proven = openFinality(parseFinalityFile(printFinalityFile(file)), terms)
  expect(proven).toMatchObject({
    chainId: 10,
    block: { number: 2n },
    rollup: { under: 1, ageSeconds: 90_000n, confirmed: { number: 4n, hash: confirmed.hash } },
  })
  // The contracts of a rollup are on one chain: on another beacon chain their addresses mean nothing.
  const elsewhere = { ...terms, network: { ...beacon.network, chainId: 5 } }
  expect(stepOf(() => openFinality({ ...file, chainId: 5 }, elsewhere))).toBe('rollup_differs')
  const text = [...printFinality(proven, plain)].join('')
  expect(text).toContain(`of chain 10, as of block ${number} of chain 1:`)
  expect(text).toContain("made 25 hours ago: not the rollup's current state")
})

test('law: no change of a file leads to another block, header or chain', async () => {
  await confirmOutput(below, { chainId: 10, header: confirmed }, gameCode)
  for (const { final, layerTwo } of [await tied(10, 2n), await tiedToArbitrum()]) {
    const text = printFinalityFile({ ...empty, layerTwo })
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
  await confirmOutput(below, { chainId: 10, header: confirmed }, gameCode)
  const { final, layerTwo } = await tied(10, 'finalized')
  const { rollup: evidence } = layerTwo
  const arbitrum = await tiedToArbitrum()
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
  const later = await finalOf(below)
  expect(
    stepOf(() => l2UnderL1(later, { ...layerTwo, header: arbitrum.layerTwo.header })),
  ).not.toBe(null)
  const older = { ...final, block: { ...final.block, stateRoot: zeroHash } }
  expect(stepOf(() => l2UnderL1(older, layerTwo))).toBe('rollup_differs')
})

test('refuses: a log of an assertion that lacks words or names no assertion before it, and none', async () => {
  const { data, topics } = assertionLogOf(confirmed.hash)
  const lies = [null, {}, [], [null], [{ data, topics: topics.slice(0, 2) }]]
  for (const lie of [...lies, [{ topics, data: data.slice(0, -2) }], [{ topics, data: 7 }]]) {
    await expect(tiedToArbitrum(lie)).rejects.toMatchObject({ step: 'rollup_differs' })
  }
  const foreign = [{ topics, data: assertionLogOf(confirmed.parentHash).data }]
  const { final, layerTwo } = await tiedToArbitrum(foreign)
  expect(stepOf(() => l2UnderL1(final, layerTwo))).toBe('rollup_differs')
})
