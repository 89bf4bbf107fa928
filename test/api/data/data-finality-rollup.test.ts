import type { Hex } from '@vaultwright/base'
import { type Anvil, type BeaconNode, type Chain, openAnvil } from '@vaultwright/chain'
import { openFinality, parseFinalityFile } from '@vaultwright/finality'
import { chainOf } from '@vaultwright/registry'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ChainAccess } from '../../../packages/api/src/node/chains.ts'
import { openFinalityService } from '../../../packages/api/src/node/finality-service.ts'
import { openLocalBeacon } from '../../support/node/local-beacon.ts'
import { ask, chainOn, confirmOutput, finalOf, gameCode } from '../../support/node/rollup-below.ts'
import { minimalPreset } from '../../support/proven/light-client-vector.ts'
import { openTestApi } from '../support/harness.ts'

type Header = Parameters<typeof confirmOutput>[1]['header'] & { readonly timestamp: Hex }

let below: Anvil
let rollup: Anvil
let confirmed: Header

beforeAll(async () => {
  below = await openAnvil({ chainId: 1, arguments: ['--hardfork', 'prague'] })
  rollup = await openAnvil({ chainId: 10, arguments: ['--hardfork', 'prague'] })
  await ask(rollup, 'anvil_mine', '0x5')
  confirmed = (await ask(rollup, 'eth_getBlockByNumber', '0x4', false)) as Header
  await confirmOutput(below, { chainId: 10, header: confirmed }, gameCode)
})
afterAll(async () => {
  await below?.close()
  await rollup?.close()
})

/** Opens the service with a beacon chain over the chain below, at a time after the confirmed block was made. */
async function open(nodes: readonly number[], ageSeconds: bigint) {
  const final = await finalOf(below)
  const execution = { ...final.block, timestamp: final.timestamp }
  const beacon = openLocalBeacon(1, final.timestamp - 1_200n, minimalPreset)
  const checkpoint = beacon.checkpointOf(8n, execution)
  const server: BeaconNode = {
    shown: 'http://beacon',
    readBootstrap: async () => beacon.bootstrapOf(8n, execution),
    readUpdates: async () => [],
    readFinality: async () => beacon.finalityOf(32n, execution),
    readOptimistic: () => Promise.reject(new Error('no request asks for it')),
  }
  const opened = new Map<number, Chain>()
  for (const [id, anvil] of [
    [1, below],
    [10, rollup],
  ] as const) {
    if (nodes.includes(id)) opened.set(id, await chainOn(anvil, id))
  }
  const chains = {
    of: (slug: string) => {
      const chain = opened.get(chainOf(slug)?.id ?? 0)
      return chain === undefined ? null : ({ open: async () => chain } as ChainAccess)
    },
    close: async () => {},
  }
  const now = BigInt(confirmed.timestamp) + ageSeconds
  const finality = openFinalityService([{ network: beacon.network, checkpoint, beacons: [server] }])
  const api = await openTestApi({ chains, finality, now: () => now })
  onTestFinished(() => api.close())
  const headers = await api.as('viewer')
  const get = (path: string) => api.ask('GET', `/v1/chains/${path}`, { headers })
  return { get, terms: { network: beacon.network, checkpoint, now }, final }
}

test('golden: a block of a rollup comes with the file that proves it, and with the age of what is confirmed', async () => {
  const { get, terms, final } = await open([1, 10], 90_000n)
  const newest = await get('optimism/finality')
  expect(newest.status).toBe(200)
  expect(newest.body.data).toMatchObject({
    chain: 'optimism',
    chain_id: 10,
    block_number: 4,
    block_hash: confirmed.hash,
    final_block_number: Number(final.block.number),
    rollup: {
      under: 'mainnet',
      confirmed_block_number: 4,
      confirmed_block_hash: confirmed.hash,
      age_seconds: 90_000,
    },
  })
  const older = await get('optimism/finality?block=2')
  expect(older.body.data).toMatchObject({
    block_number: 2,
    rollup: { confirmed_block_number: 4, age_seconds: 90_000 },
  })
  const file = parseFinalityFile(older.body.data.finality_file)
  expect(openFinality(file, terms)).toMatchObject({ chainId: 10, block: { number: 2n } })
})

test('refuses: a block that no contract confirmed, a rollup without its contracts here, and without both nodes', async () => {
  const { get } = await open([1, 10], 90_000n)
  const refusalOf = async (path: string, ask = get) => {
    const { status, body } = await ask(path)
    return [status, body.error.code, body.error.message]
  }
  expect(await refusalOf('optimism/finality?block=5')).toEqual([
    409,
    'block_not_final',
    expect.stringContaining(
      "block 5 is newer than block 4, the newest that the rollup's contracts",
    ),
  ])
  const missing = (reason: string) => [404, 'finality_not_found', expect.stringContaining(reason)]
  expect(await refusalOf('mantle/finality')).toEqual(missing('follows no beacon chain'))
  const lonely = await open([1], 90_000n)
  expect(await refusalOf('optimism/finality', lonely.get)).toEqual(
    missing('no node is configured for the rollup and the chain below it'),
  )
  expect(await refusalOf('unichain/finality')).toEqual(missing('no node is configured'))
})
