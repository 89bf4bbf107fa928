// Pins a checkpoint of Ethereum's beacon chain in the source, on the day of a release:
//   node_modules/.bin/node --conditions=source release/checkpoint.mjs --server https://… --server https://… [--root 0x…]
// Two servers or more, of makers that do not know each other, must name the same finalised block.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openBeaconNode } from '@vaultwright/chain'
import { isCheckpointOld, mainnetBeacon, startLightClient } from '@vaultwright/finality'

const file = new URL('../packages/finality/src/pinned-checkpoint.ts', import.meta.url)
const pattern = /export const pinnedCheckpoint: PinnedCheckpoint \| null =[\s\S]*$/

/**
 * Asks every server for one finalised block, and holds its bootstrap against the root.
 *
 * @param root - of the block; by default the newest finalised one of the first server.
 * @param nowUnix - unix seconds.
 * @returns the checkpoint, with the hosts that named it.
 * @throws {Error} where there are fewer than two servers, one names another block or none, or the block is old.
 */
export async function agreedCheckpoint(urls, { root, nowUnix, network = mainnetBeacon }) {
  const hosts = urls.map((url) => new URL(url).host)
  if (new Set(hosts).size < 2)
    throw new Error('One server alone can lie. Give --server for two or more hosts.')
  const wanted = root ?? (await headerOf(urls[0], 'finalized')).root
  if (!/^0x[0-9a-f]{64}$/.test(wanted)) throw new Error(`"${wanted}" is not a root of 32 bytes.`)
  let slot
  for (const url of urls) {
    const header = await headerOf(url, wanted)
    if (header.root !== wanted || !header.isFinalized)
      throw new Error(`${new URL(url).host} does not name ${wanted} as finalised. Pin nothing.`)
    const options = { fetch, deadline: (ms) => AbortSignal.timeout(ms) }
    const bootstrap = await openBeaconNode(url, options).readBootstrap(wanted)
    slot = startLightClient(network, wanted, bootstrap).checkpoint.slot
  }
  const unix = network.genesisTime + slot * network.secondsPerSlot
  if (isCheckpointOld(network, nowUnix - unix))
    throw new Error(`The block ${wanted} is of slot ${slot}, too old to begin at.`)
  const date = new Date(Number(unix) * 1000).toISOString().slice(0, 10)
  return { root: wanted, slot, date, servers: hosts }
}

/** Writes a checkpoint into the text of the source that holds it. */
export function withCheckpoint(text, { root, slot, date, servers }) {
  if (!pattern.test(text)) throw new Error('The source has no pinnedCheckpoint.')
  const list = servers.map((host) => `'${host}'`).join(', ')
  return text.replace(
    pattern,
    `export const pinnedCheckpoint: PinnedCheckpoint | null = {\n  root: '${root}',\n  slot: ${slot}n,\n  date: '${date}',\n  servers: [${list}],\n}\n`,
  )
}

async function headerOf(url, id) {
  const path = `${url.replace(/\/+$/, '')}/eth/v1/beacon/headers/${id}`
  const response = await fetch(path, { signal: AbortSignal.timeout(20_000) })
  if (!response.ok) throw new Error(`${new URL(url).host} answers with ${response.status}.`)
  const { data, finalized } = await response.json()
  return { root: data?.root, isFinalized: finalized === true && data?.canonical === true }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { values } = parseArgs({
    options: { server: { type: 'string', multiple: true, default: [] }, root: { type: 'string' } },
  })
  const nowUnix = BigInt(Math.floor(Date.now() / 1000))
  const checkpoint = await agreedCheckpoint(values.server, { root: values.root, nowUnix })
  writeFileSync(file, withCheckpoint(readFileSync(file, 'utf8'), checkpoint))
  console.log(`pinned ${checkpoint.root} of slot ${checkpoint.slot}, ${checkpoint.date}`)
}
