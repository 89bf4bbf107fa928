import { type Hex, printHex } from '@vaultwright/base'
import { type BeaconNode, BeaconUnavailableError, type Chain } from '@vaultwright/chain'
import { historySlotOf, openFinality, parseFinalityFile } from '@vaultwright/finality'
import { keccak256 } from '@vaultwright/merkle'
import { expect, onTestFinished, test } from 'vitest'
import type { ChainAccess } from '../../../packages/api/src/node/chains.ts'
import { openFinalityService } from '../../../packages/api/src/node/finality-service.ts'
import { openLocalBeacon } from '../../support/node/local-beacon.ts'
import { accountLeaf, oneEntryTrie } from '../../support/proven/one-entry.ts'
import { openTestApi, type TestApi } from '../support/harness.ts'

const historyContract = '0x0000F90827F1C53a10cb7A02335B175320002935'
const hashOf = (number: bigint): Hex => `0x${number.toString(16).padStart(64, '5')}`
const genesisUnix = 1_800_000_000n
const older = 8_000n
// The state of the final block keeps the hash of one older block.
const storage = oneEntryTrie(
  historySlotOf(older),
  Uint8Array.of(0xa0, ...Buffer.from(hashOf(older).slice(2), 'hex')),
)
const state = oneEntryTrie(historyContract, accountLeaf(storage))
const blockOf = (number: bigint) => ({
  number,
  hash: hashOf(number),
  stateRoot: printHex(keccak256(state)),
  timestamp: genesisUnix + 12n * number,
})

const beacon = openLocalBeacon(1, genesisUnix)
const checkpoint = beacon.checkpointOf(100n, blockOf(90n))
const objects = {
  bootstrap: beacon.bootstrapOf(100n, blockOf(90n)),
  updates: [beacon.updateOf(200n, blockOf(190n)), beacon.updateOf(8_300n, blockOf(8_290n))],
  finality: beacon.finalityOf(8_400n, blockOf(8_390n)),
  optimistic: beacon.optimisticOf(8_470n, blockOf(8_391n)),
}

/** A server of the beacon API in memory, which counts what it is asked. */
function serve(answers: () => typeof objects) {
  const paths: string[] = []
  const answer = async <Value>(path: string, read: () => Value): Promise<Value> => {
    paths.push(path)
    return read()
  }
  const node: BeaconNode = {
    readOptimistic: () => answer('optimistic', () => answers().optimistic),
    shown: 'http://beacon',
    readBootstrap: () => answer('bootstrap', () => answers().bootstrap),
    readFinality: () => answer('finality', () => answers().finality),
    readUpdates: (period, count) =>
      answer(`updates ${period}`, () =>
        answers().updates.slice(Number(period), Number(period) + count),
      ),
  }
  return { node, paths }
}

const nodeAsked: string[] = []
const chain = {
  readBlock: async (tag: bigint | Hex) => {
    nodeAsked.push(`block ${tag}`)
    const numbers = [older, 8_390n]
    const number =
      typeof tag === 'bigint' ? tag : (numbers.find((known) => hashOf(known) === tag) ?? 9_000n)
    return blockOf(number)
  },
  readCode: async () => ({ code: '0x01' }),
  readProof: async () => ({
    accountNodes: [printHex(state)],
    slots: [{ nodes: [printHex(storage)] }],
  }),
} as unknown as Chain
const access = { slug: 'mainnet', chainId: 1, open: async () => chain } as ChainAccess
const chains = {
  of: (slug: string) => (slug === 'mainnet' ? access : null),
  close: async () => {},
}

async function open(answers: () => typeof objects = () => objects) {
  const { node, paths } = serve(answers)
  const clock = { unix: genesisUnix + 12n * 8_500n }
  const finality = openFinalityService([{ network: beacon.network, checkpoint, beacons: [node] }])
  const api = await openTestApi({ chains, finality, now: () => clock.unix })
  onTestFinished(() => api.close())
  nodeAsked.length = 0
  return { api, paths, clock }
}

const get = async (api: TestApi, query = '', slug = 'mainnet') =>
  api.ask('GET', `/v1/chains/${slug}/finality${query}`, { headers: await api.as('viewer') })

test('golden: the newest final block comes with the file that proves it from the checkpoint', async () => {
  const { api, clock } = await open()
  const { status, body } = await get(api)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    chain: 'mainnet',
    chain_id: 1,
    block_number: 8_390,
    block_hash: hashOf(8_390n),
    final_slot: 8_400,
    signer_count: 511,
    checkpoint_root: checkpoint,
    checkpoint_slot: 100,
    period_count: 2,
    rollup: null,
  })
  const file = parseFinalityFile(body.data.finality_file)
  const terms = { network: beacon.network, checkpoint, now: clock.unix }
  expect(openFinality(file, terms)).toMatchObject({ block: { number: 8_390n } })
  expect(nodeAsked).toEqual([])
})

test('golden: an older block is tied to the final one, by number and by hash', async () => {
  const { api, clock } = await open()
  const terms = { network: beacon.network, checkpoint, now: clock.unix }
  for (const name of [String(older), hashOf(older)]) {
    const { status, body } = await get(api, `?block=${name}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ block_number: 8_000, final_block_number: 8_390 })
    const file = parseFinalityFile(body.data.finality_file)
    expect(openFinality(file, terms)).toMatchObject({ block: { hash: hashOf(older) } })
  }
})

test('law: however many ask, the servers are asked once in 64 seconds and each committee once', async () => {
  const { api, paths, clock } = await open()
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(api)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(paths).toEqual(['bootstrap', 'updates 0', 'finality'])
  const tied = await Promise.all(Array.from({ length: 20 }, () => get(api, `?block=${older}`)))
  expect(tied.every(({ status }) => status === 200)).toBe(true)
  expect(nodeAsked).toEqual([`block ${older}`, `block ${hashOf(8_390n)}`])
  clock.unix += 64n
  await get(api)
  expect(paths.slice(3)).toEqual(['finality'])
  // In the next period its update alone is read.
  clock.unix = genesisUnix + 12n * 16_500n
  await get(api)
  expect(paths.slice(4)).toEqual(['updates 2', 'finality'])
})

test('refuses: a chain that is not followed, a newer block, an unknown tie and an odd block', async () => {
  const { api } = await open()
  const codeOf = async (query: string, slug?: string) => {
    const { status, body } = await get(api, query, slug)
    return [status, body.error?.code ?? body.detail?.[0]?.loc]
  }
  expect(await codeOf('', 'base')).toEqual([404, 'finality_not_found'])
  expect(await codeOf('', 'atlantis')).toEqual([404, 'finality_not_found'])
  expect(await codeOf(`?block=0x${'77'.repeat(32)}`)).toEqual([409, 'block_not_final'])
  expect(await codeOf('?block=8001')).toEqual([404, 'finality_not_found'])
  expect(await codeOf('?block=latest')).toEqual([422, ['query', 'block']])
  const none = await openTestApi({ chains })
  onTestFinished(() => none.close())
  const { status, body } = await get(none)
  expect([status, body.error.message]).toEqual([
    404,
    expect.stringContaining('follows no beacon chain'),
  ])
})

test('refuses: a newer block, with the count of those who signed it, where a server tells it', async () => {
  const { api, paths } = await open()
  const refusal = async (at: TestApi, query: string) => {
    const { status, body } = await get(at, query)
    return [status, body.error.code, body.error.message]
  }
  const newer = await Promise.all(Array.from({ length: 9 }, () => refusal(api, '?block=8391')))
  for (const each of newer) {
    const message = `Block 8391 ${hashOf(8_391n)} is newer than finality: 511 of 512 members signed it at slot 8470, and block 8390 is the last final one. It can still be replaced: ask again in some minutes.`
    expect(each).toEqual([409, 'block_not_final', message])
  }
  const beyond = 'than block 8391, the newest that members signed'
  expect(await refusal(api, '?block=8392')).toEqual([
    409,
    'block_not_final',
    expect.stringContaining(beyond),
  ])
  expect(paths).toEqual(['bootstrap', 'updates 0', 'finality', 'optimistic'])
  const silent = await open(() => ({ ...objects, optimistic: Uint8Array.of(1) }))
  expect(await refusal(silent.api, '?block=8391')).toEqual([
    409,
    'block_not_final',
    expect.stringContaining('how many members signed a newer one is not known here'),
  ])
})

test('refuses: a server that lies or is away, and an old checkpoint; it is asked again after a rest', async () => {
  const away = (): never => {
    throw new BeaconUnavailableError('http://beacon', 'it answers with status 500')
  }
  let answers: () => typeof objects = away
  const { api, paths, clock } = await open(() => answers())
  expect((await get(api)).status).toBe(503)
  expect((await get(api)).status).toBe(503)
  expect(paths).toEqual(['bootstrap'])
  clock.unix += 64n
  answers = () => ({
    ...objects,
    finality: beacon.finalityOf(8_400n, blockOf(8_390n), { period: 9n }),
  })
  const lie = await get(api)
  expect([lie.status, lie.body.error.message]).toEqual([
    404,
    expect.stringContaining('is not that of this committee'),
  ])
  answers = () => objects
  clock.unix += 64n
  expect((await get(api)).status).toBe(200)
  clock.unix += 16n * 86_400n
  const old = await get(api)
  expect([old.status, old.body.error.message]).toEqual([404, expect.stringContaining('days old')])
})
