import { type Hex, printHex } from '@vaultwright/base'
import { openFinality, parseFinalityFile, printFinalityFile } from '@vaultwright/finality'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUpdate } from '../../../packages/finality/src/light-client-object.ts'
import { beaconNetworkFile, openLocalBeacon } from '../../support/node/local-beacon.ts'
import {
  type FiftyActionWitness,
  fiftyActionWitness,
} from '../../support/proven/fifty-action-witness.ts'
import { closeQuietly } from '../support/console-page.ts'
import { type PageServer, startPageServer } from '../support/page-server.ts'
import { giveFinality, openCutPage } from './cut-page.ts'

let server: PageServer
let fifty: FiftyActionWitness
beforeAll(async () => {
  ;[server, fifty] = await Promise.all([startPageServer(), fiftyActionWitness()])
})
afterAll(() => server?.close())

const periods = 40n
const slotsPerPeriod = 8_192n

test('law: forty committees of 512 are followed in the page, offline, and one key of each is opened', async () => {
  const { number, timestamp } = fifty.proven.simulation.block
  const block = { number, hash: fifty.blockHash }
  const executed = { ...block, stateRoot: `0x${'00'.repeat(32)}` as Hex, timestamp }
  const now = BigInt(Math.floor(Date.now() / 1000))
  // The last slot is a day ago.
  const genesis = now - 12n * (periods + 1n) * slotsPerPeriod
  const beacon = openLocalBeacon(31337, genesis)
  const checkpoint = beacon.checkpointOf(100n, executed)
  const updates = Array.from({ length: Number(periods) }, (_, period) =>
    beacon.updateOf(BigInt(period) * slotsPerPeriod + 200n, executed),
  )
  const file = printFinalityFile({
    chainId: 31337,
    checkpoint,
    bootstrap: printHex(beacon.bootstrapOf(100n, executed)),
    updates: updates.map((update) => printHex(update)),
    finality: printHex(beacon.finalityOf(periods * slotsPerPeriod + 200n, executed)),
    optimistic: null,
    block,
    evidence: { kind: 'same' },
  })
  const { network } = beacon
  const absent = updates.map((update) => {
    const { sync_committee_bits: bits } = openUpdate(network, update).value.sync_aggregate
    return bits.filter((isPresent) => !isPresent).length
  })
  expect(absent).toEqual(updates.map(() => 1))
  const startedNode = performance.now()
  expect(openFinality(parseFinalityFile(file), { network, checkpoint, now })).toMatchObject({
    periodCount: 40,
    signers: { count: 511, of: 512 },
  })
  const nodeSeconds = (performance.now() - startedNode) / 1000

  const opened = await openCutPage(server, fifty)
  const { page, sent } = opened
  await giveFinality(page, file, beaconNetworkFile(network))
  const slot = periods * slotsPerPeriod + 200n
  const seconds: string[] = []
  // The first time with the program of the worker, which is loaded on demand.
  while (seconds.length < 3) {
    await page.getByRole('textbox', { name: 'Checkpoint' }).fill(checkpoint)
    const started = performance.now()
    await page.getByRole('button', { name: 'Follow the file in this page' }).click()
    await page
      .getByText(`Final: block ${number} of chain 31337, slot ${slot}, 511 of 512 members signed`)
      .waitFor()
    seconds.push(((performance.now() - started) / 1000).toFixed(1))
    if (seconds.length === 3) break
    await page.getByRole('button', { name: 'Type the hash of the block instead' }).click()
    await giveFinality(page, file, beaconNetworkFile(network))
  }
  console.log(
    `from a checkpoint over 40 periods to final: ${seconds.join(', ')} s in Chromium, ${nodeSeconds.toFixed(1)} s in Node`,
  )
  expect(await page.getByText('That is too old').count()).toBe(1)
  expect(sent).toEqual([])
  await closeQuietly(opened)
})
