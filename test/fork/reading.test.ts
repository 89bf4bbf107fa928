import {
  type BlockAt,
  type Chain,
  type LocalChain,
  openBatchingRpc,
  openChain,
  openCountingRpc,
  openHttpRpc,
  parseFinality,
  readFinalHead,
  runReading,
} from '@vaultwright/chain'
import { joinReadings, type Reading, replayReading } from '@vaultwright/protocols'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../support/node/local-chain.ts'

let local: LocalChain

beforeAll(async () => {
  local = await startLocalChain()
})
afterAll(() => local?.anvil.close())

const abi = parseAbi([
  'function getRate() view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function vault() view returns (address)',
  'function nothingLikeIt() view returns (uint256)',
])
const dataOf = (functionName: (typeof abi)[number]['name']) =>
  encodeFunctionData({ abi, functionName })

/** Last seconds of the days that are over. */
function dayEnds(): readonly bigint[] {
  const { events, head } = local.manifest
  const first = BigInt(events[0]!.atUnix) / 86_400n
  const last = BigInt(head.timestamp) / 86_400n
  return Array.from({ length: Number(last - first) }, (_, day) => {
    return (first + BigInt(day) + 1n) * 86_400n - 1n
  })
}

/** A node over HTTP whose round trips are counted where they leave. */
function counted() {
  const counting = openCountingRpc(openHttpRpc({ endpoints: [local.anvil.url], chainId: 31337 }))
  return { ...counting, joint: openBatchingRpc(counting.rpc) }
}

/** The rate of an accountant, and the supply of the vault that it says is its own. */
function* readVault(accountant: Hex): Reading<readonly (Hex | null)[]> {
  const [rate, vault, nothing] = yield [
    { to: accountant, data: dataOf('getRate') },
    { to: accountant, data: dataOf('vault') },
    { to: accountant, data: dataOf('nothingLikeIt') },
  ]
  const to = `0x${vault!.slice(-40)}` as const
  return [rate!, nothing!, ...(yield [{ to, data: dataOf('totalSupply') }])]
}

function readVaults(): Reading<readonly (readonly (Hex | null)[])[]> {
  return joinReadings(local.manifest.vaults.map(({ accountant }) => readVault(accountant.address)))
}

test('default: the ends of all days together, in a handful of round trips', async () => {
  const times = dayEnds()
  const apart = counted()
  const reader = await openChain(apart.rpc, { id: 31337 })
  const before = apart.counts()
  const singly: BlockAt[] = []
  for (const time of times) singly.push(await reader.readBlockAt(time))
  const [spent, callCount] = [
    apart.counts().asks - before.asks,
    apart.counts().calls - before.calls,
  ]

  const together = counted()
  const chain = await openChain(together.rpc, { id: 31337 })
  const start = together.counts()
  const readBlocks = await chain.readBlocksAt(times)
  const [trips, questions] = [
    together.counts().asks - start.asks,
    together.counts().calls - start.calls,
  ]
  console.log(
    `${times.length} day ends: ${spent} round trips with ${callCount} questions one by one, ${trips} with ${questions} together`,
  )
  expect(readBlocks).toEqual(singly)
  expect(times.length).toBeGreaterThanOrEqual(44)
  expect(trips).toBeLessThanOrEqual(8)
  expect(spent).toBeGreaterThan(10 * trips)
})

test('behavior: a reading of all vaults takes its own rounds, and is found again without the chain', async () => {
  const { rpc, counts } = counted()
  const chain = await openChain(rpc, { id: 31337 })
  const block = await chain.readBlock('latest')
  await chain.readCalls([{ to: local.manifest.vaults[0]!.vault, data: dataOf('decimals') }], block)
  const run = await runReading(chain, readVaults(), block)
  expect(run.rounds).toBe(2)
  for (const [rate, nothing, supply] of run.found) {
    expect(BigInt(rate!)).toBeGreaterThan(0n)
    expect(nothing).toBeNull()
    expect(BigInt(supply!)).toBeGreaterThan(0n)
  }
  const start = counts().asks
  const again = await runReading(chain, readVaults(), block)
  expect(again).toEqual(run)
  expect(counts().asks - start).toBe(2)
  const answers = new Map(run.calls.map(([to, data, answer]) => [`${to} ${data}`, answer]))
  const replayed = replayReading(readVaults(), (to, data) => answers.get(`${to} ${data}`))
  expect(replayed).toEqual(run.found)
})

test('behavior: days that are read at once share their round trips, and read the same', async () => {
  const times = dayEnds()
  const days = async (chain: Chain) => {
    const blocks = await chain.readBlocksAt(times)
    return (block: BlockAt) =>
      Promise.all([
        runReading(chain, readVaults(), block),
        chain.readLogs({
          addresses: [local.manifest.vaults[0]!.accountant.address],
          fromBlock: block.number > 8n ? block.number - 8n : 0n,
          toBlock: block,
        }),
      ]).then((read) => ({ blocks, read }))
  }
  const apart = counted()
  const reader = await openChain(apart.rpc, { id: 31337 })
  const readOne = await days(reader)
  const blocks = (await reader.readBlocksAt(times)).filter(({ number }) => number > 60n)
  const start = apart.counts().asks
  const singly: unknown[] = []
  for (const block of blocks) singly.push((await readOne(block)).read)
  const spent = apart.counts().asks - start

  const together = counted()
  const chain = await openChain(together.joint, { id: 31337 })
  const points = await days(chain)
  const begin = together.counts().asks
  const readings = await Promise.all(blocks.map(async (block) => (await points(block)).read))
  const trips = together.counts().asks - begin
  console.log(
    `${blocks.length} days of ${local.manifest.vaults.length} vaults: ${spent} round trips one by one, ${trips} joined`,
  )
  expect(readings).toEqual(singly)
  expect(trips).toBeLessThan(blocks.length)
})

test.each(['finalized', 'safe', 'latest', '10', '0', '99999'])(
  'behavior: the final head by %s is a block of the chain, not above the head',
  async (text) => {
    const chain = await openChain(counted().rpc, { id: 31337 })
    const head = await chain.readBlock('latest')
    const final = await readFinalHead(chain, parseFinality(text))
    expect(final).toEqual(await chain.readBlock(final.number))
    expect(final.number).toBeLessThanOrEqual(head.number)
    if (text === '10') expect(final.number).toBe(head.number - 10n)
    if (text === '99999') expect(final.number).toBe(0n)
  },
)
