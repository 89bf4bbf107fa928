import { BaseError } from '@vaultwright/base'
import { type Chain, type ChainLog, openAnvil, openChain, type Rpc } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import {
  accounts,
  askRpc,
  send,
  setUpTestChain,
  type TestChainState,
  testChainArguments,
  testChainId,
} from '../support/node/test-chain.ts'
import { runsOf } from '../support/runs.ts'

const numRuns = runsOf(0.25)

async function openFixture(): Promise<{ readonly rpc: Rpc; readonly fixture: TestChainState }> {
  const anvil = await openAnvil({ arguments: testChainArguments })
  onTestFinished(() => anvil.close())
  return { rpc: anvil.rpc, fixture: await setUpTestChain(anvil.rpc, { withMulticall: true }) }
}

/** A transport under which something happens before one of its round trips. */
function interrupted(rpc: Rpc, trip: number, happen: () => Promise<unknown>): Rpc {
  let trips = 0
  return {
    ...rpc,
    ask: async (calls) => {
      if (trips++ === trip) await happen()
      return rpc.ask(calls)
    },
  }
}

const wordOf = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as const
const call = { to: accounts.blockNumber, data: '0x' } as const

const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let payments = 0

/** Replaces the last blocks by as many others, and makes sure that they are others. */
async function reorganise(rpc: Rpc, depth: number): Promise<void> {
  const before = await hashOfHead(rpc)
  const payment = { from: payer, to: payer, value: `0x${(++payments).toString(16)}` }
  await askRpc(rpc, 'anvil_reorg', depth, [[payment, 0]])
  if ((await hashOfHead(rpc)) === before) throw new Error('the chain is the same as before')
}

async function hashOfHead(rpc: Rpc): Promise<string> {
  return ((await askRpc(rpc, 'eth_getBlockByNumber', 'latest', false)) as { hash: string }).hash
}

test('error: ReorgError when the chain changes between two reads', async () => {
  const { rpc } = await openFixture()
  const chain = await openChain(rpc, { id: testChainId })
  const reads: readonly ((block: BlockRef) => Promise<unknown>)[] = [
    (block) => chain.readCalls([call, call], block),
    (block) => chain.readCalls([call], block),
    (block) => chain.readCode(accounts.token, block),
    (block) => chain.readNativeBalances([accounts.rich], block),
    (block) => chain.readTokenBalances([{ token: accounts.token, holder: accounts.rich }], block),
    (block) => chain.readProof({ address: accounts.rich, slots: [], block }),
    (block) => chain.readLogs({ fromBlock: 0n, toBlock: block }),
  ]
  for (const reading of reads) {
    const block = await chain.readBlock('latest')
    await expect(reading(block)).resolves.toBeDefined()
    await reorganise(rpc, 3)
    const expected = { code: 'chain_reorganised', retryable: true }
    await expect(reading(block)).rejects.toMatchObject(expected)
    await expect(reading(await chain.readBlock('latest'))).resolves.toBeDefined()
  }
})

test('law: wherever a reorg falls among the reads of logs, none of another chain is among them', async () => {
  const { rpc } = await openFixture()
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 1, max: 12 }),
      async (trip, depth) => {
        for (let topic = 0; topic < 3; topic++) await send(rpc, accounts.logging, wordOf(topic))
        await askRpc(rpc, 'anvil_mine', '0x2', '0xc')
        const broken = interrupted(rpc, trip, () => reorganise(rpc, depth))
        const outcome = await readRecent(broken).catch((error: unknown) => error)
        if (outcome instanceof BaseError) {
          expect(outcome).toMatchObject({ retryable: true })
          expect(['chain_reorganised', 'block_not_found']).toContain(outcome.code)
          return
        }
        const { logs, pin } = outcome as Recent
        const now = await openChain(rpc, { id: testChainId })
        const isUnchanged = (await now.readBlock(pin.number)).hash === pin.hash
        if (isUnchanged) expect(logs).toEqual((await readRecent(rpc, pin)).logs)
        for (const log of logs) expect(BigInt(log.data)).toBe(log.blockNumber)
        if (!isUnchanged) expect(trip).toBeGreaterThan(2)
      },
    ),
    { numRuns },
  )
})

type Recent = { readonly logs: readonly ChainLog[]; readonly pin: BlockRef }

/** Logs of the last blocks in pieces of four. */
async function readRecent(rpc: Rpc, at?: BlockRef): Promise<Recent> {
  const chain: Chain = await openChain(rpc, { id: testChainId, logBlocks: 4n, logBlocksLimit: 4n })
  const pin = at ?? (await chain.readBlock('latest'))
  const query = { addresses: [accounts.logging], fromBlock: pin.number - 11n, toBlock: pin }
  return { logs: await chain.readLogs(query), pin }
}

test('behavior: a search by time that a reorg falls into ends right or in a ReorgError', async () => {
  const { rpc } = await openFixture()
  for (let trip = 1; trip < 6; trip++) {
    const head = await (await openChain(rpc, { id: testChainId })).readBlock('latest')
    const atUnix = head.timestamp - 20n
    const chain = await openChain(
      interrupted(rpc, trip, () => reorganise(rpc, 6)),
      { id: testChainId },
    )
    const outcome = await chain.readBlockAt(atUnix).catch((error: unknown) => error)
    if (outcome instanceof BaseError) {
      expect(['chain_reorganised', 'block_not_found']).toContain(outcome.code)
      continue
    }
    expect((outcome as BlockRef).timestamp).toBeLessThanOrEqual(atUnix)
  }
})
