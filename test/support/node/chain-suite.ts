import { parseHex, printHex } from '@vaultwright/base'
import { type Chain, openChain, type Rpc, readManageRoot } from '@vaultwright/chain'
import { keccak256 } from '@vaultwright/merkle'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accounts,
  briefOf,
  richWei,
  root,
  rootSlot,
  type TestChainState,
  testChainId,
  tokenBalance,
} from './test-chain.ts'

/** A transport on a chain with the contracts of the suite. */
export type ChainFixture = {
  readonly rpc: Rpc
  readonly fixture: TestChainState
  readonly close: () => Promise<void>
}

type ChainCase = {
  readonly name: string
  readonly run: (chain: Chain, fixture: TestChainState) => Promise<void>
}

const zero = `0x${'0'.repeat(64)}`
const wordOf = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

const cases: readonly ChainCase[] = [
  {
    name: 'default: a block is the same by number, by hash and by name',
    run: async (chain, fixture) => {
      const head = await chain.readBlock('latest')
      expect(head.number).toBe(fixture.head)
      expect(await chain.readBlock(head.hash)).toEqual(head)
      expect(await chain.readBlock(head.number)).toEqual(head)
      const genesis = await chain.readBlock(0n)
      expect(genesis).toMatchObject({ number: 0n, timestamp: fixture.genesisUnix })
    },
  },
  {
    name: 'error: BlockNotFoundError',
    run: async (chain, fixture) => {
      const expected = { code: 'block_not_found', retryable: true }
      await expect(chain.readBlock(fixture.head + 1n)).rejects.toMatchObject(expected)
      await expect(chain.readBlock(`0x${'77'.repeat(32)}`)).rejects.toMatchObject(expected)
    },
  },
  {
    name: 'law: the block at a time is the last one at or before it',
    run: async (chain, fixture) => {
      const head = await chain.readBlock('latest')
      const span = head.timestamp - fixture.genesisUnix
      for (let part = 0n; part <= 20n; part++) {
        const atUnix = fixture.genesisUnix + (span * part) / 20n
        const header = await chain.readBlockAt(atUnix)
        expect(header.timestamp).toBeLessThanOrEqual(atUnix)
        expect(header.isHead).toBe(header.number === fixture.head)
        if (header.isHead) continue
        const next = await chain.readBlock(header.number + 1n)
        expect(next.timestamp).toBeGreaterThan(atUnix)
      }
      const later = await chain.readBlockAt(head.timestamp + 999n)
      expect(later).toEqual({ ...head, isHead: true, next: null })
    },
  },
  {
    name: 'law: blocks at many times are those at each of them, up to a head that is given',
    run: async (chain, fixture) => {
      const head = await chain.readBlock('latest')
      const last = await chain.readBlock(fixture.head / 2n)
      const span = head.timestamp - fixture.genesisUnix
      const times = [20n, 3n, 0n, 11n, 11n].map((part) => fixture.genesisUnix + (span * part) / 20n)
      const blocks = await chain.readBlocksAt(times)
      for (const [index, time] of times.entries()) {
        expect(blocks[index]).toEqual(await chain.readBlockAt(time))
      }
      for (const block of await chain.readBlocksAt(times, last)) {
        expect(block.number).toBeLessThanOrEqual(last.number)
        expect(block.isHead).toBe(block.number === last.number)
        expect(block.next?.number ?? null).toBe(block.isHead ? null : block.number + 1n)
      }
    },
  },
  {
    name: 'error: BeforeGenesisError',
    run: async (chain, fixture) => {
      const early = chain.readBlockAt(fixture.genesisUnix - 1n)
      await expect(early).rejects.toMatchObject({ code: 'before_genesis' })
    },
  },
  {
    name: 'behavior: calls are answered at their block, in their order, reverts as what they are',
    run: async (chain, fixture) => {
      for (const number of [6n, 100n, fixture.head]) {
        const block = await chain.readBlock(number)
        const answers = await chain.readCalls(
          [
            { to: accounts.blockNumber, data: '0x' },
            { to: accounts.reverting, data: '0x' },
            { to: accounts.mute, data: '0x95d89b41' },
            { to: accounts.unused, data: '0x12345678' },
            { to: accounts.caller, data: '0x', from: accounts.rich },
            { to: accounts.blockNumber, data: '0x' },
          ],
          block,
        )
        expect(answers).toEqual([
          { ok: true, data: wordOf(number) },
          { ok: false, data: wordOf(0xaan) },
          { ok: false, data: '0x' },
          { ok: true, data: '0x' },
          { ok: true, data: wordOf(BigInt(accounts.rich)) },
          { ok: true, data: wordOf(number) },
        ])
        const replies = await chain.readCalls([{ to: accounts.blockNumber, data: '0x' }], block)
        expect(replies).toEqual([{ ok: true, data: wordOf(number) }])
        expect(await chain.readCalls([], block)).toEqual([])
      }
    },
  },
  {
    name: 'error: ReorgError for a block that is not part of the chain',
    run: async (chain) => {
      const block = { ...(await chain.readBlock(9n)), hash: `0x${'66'.repeat(32)}` as const }
      const expected = { code: 'chain_reorganised', retryable: true }
      const call = { to: accounts.blockNumber, data: '0x' } as const
      await expect(chain.readCalls([call, call], block)).rejects.toMatchObject(expected)
      await expect(chain.readCode(accounts.token, block)).rejects.toMatchObject(expected)
      await expect(chain.readNativeBalances([accounts.rich], block)).rejects.toMatchObject(expected)
      const query = { fromBlock: 0n, toBlock: block }
      await expect(chain.readLogs(query)).rejects.toMatchObject(expected)
    },
  },
  {
    name: 'behavior: logs come in order, each once, by address, topic and range',
    run: async (chain, fixture) => {
      const all = { addresses: [accounts.logging], fromBlock: 0n, toBlock: fixture.head }
      const logs = await chain.readLogs(all)
      expect(logs.map(briefOf)).toEqual(fixture.logged)
      for (const log of logs) expect(log.data).toBe(wordOf(log.blockNumber))
      const { topic } = fixture.logged[0]!
      const some = await chain.readLogs({ ...all, topics: [topic] })
      expect(some.map(briefOf)).toEqual(fixture.logged.filter((one) => one.topic === topic))
      const from = fixture.logged[2]!.block
      const to = fixture.logged[7]!.block
      const part = await chain.readLogs({ ...all, fromBlock: from, toBlock: to })
      expect(part.map(briefOf)).toEqual(fixture.logged.slice(2, 8))
      expect(await chain.readLogs({ ...all, addresses: [accounts.unused] })).toEqual([])
    },
  },
  {
    name: 'behavior: code and its hash, null where there is none',
    run: async (chain) => {
      const block = await chain.readBlock(6n)
      const { code, hash } = await chain.readCode(accounts.token, block)
      expect(code.length).toBeGreaterThan(2)
      expect(printHex(hash!)).toBe(printHex(keccak256(parseHex(code))))
      expect(await chain.readCode(accounts.unused, block)).toEqual({ code: '0x', hash: null })
    },
  },
  {
    name: 'behavior: storage follows from the state root, set or not, there or not',
    run: async (chain, fixture) => {
      const slots = [wordOf(0n), wordOf(99n)] as `0x${string}`[]
      const block = await chain.readBlock(fixture.head)
      const proof = await chain.readProof({ address: accounts.rich, slots, block })
      expect(proof.account?.balance).toBe(richWei)
      expect(proof.slots.map(({ value }) => value)).toEqual([zero, zero])
      expect(proof.isSealed).toBe(true)
      const absent = await chain.readProof({ address: accounts.unused, slots, block })
      expect(absent.account).toBeNull()
      expect(absent.slots.map(({ value }) => value)).toEqual([zero, zero])
    },
  },
  {
    name: 'behavior: a root is proven, its slot found or given; an unset one is not called proven',
    run: async (chain, fixture) => {
      const who = { manager: accounts.manager, strategist: accounts.strategist }
      const block = await chain.readBlock(fixture.rootFrom)
      const slot = BigInt(rootSlot)
      const proven = { root, block, isProven: true, slot, unprovenBecause: null }
      expect(await readManageRoot(chain, { ...who, block })).toEqual(proven)
      expect(await readManageRoot(chain, { ...who, block, slot })).toEqual(proven)
      const wrong = readManageRoot(chain, { ...who, block, slot: 7n })
      await expect(wrong).rejects.toMatchObject({ code: 'manage_root_mismatch' })
      const before = await chain.readBlock(fixture.rootFrom - 2n)
      const unset = await readManageRoot(chain, { ...who, block: before })
      expect(unset).toMatchObject({ root: zero, isProven: false })
      const manageRoot = await readManageRoot(chain, { ...who, block: before, slot })
      expect(manageRoot).toMatchObject({ root: zero, isProven: true })
      const codeless = readManageRoot(chain, { ...who, manager: accounts.unused, block })
      await expect(codeless).rejects.toMatchObject({ code: 'no_manage_root' })
    },
  },
  {
    name: 'behavior: balances in base units, null where the account is not a token',
    run: async (chain, fixture) => {
      const block = await chain.readBlock(fixture.head)
      const holders = [accounts.rich, accounts.unused]
      expect(await chain.readNativeBalances(holders, block)).toEqual([richWei, 0n])
      const holdings = [accounts.token, accounts.unused, accounts.reverting].map((token) => ({
        token,
        holder: accounts.rich,
      }))
      expect(await chain.readTokenBalances(holdings, block)).toEqual([tokenBalance, null, null])
    },
  },
  {
    name: 'behavior: tokens with text and 32-byte symbols; error: MissingDecimalsError',
    run: async (chain, fixture) => {
      const block = await chain.readBlock(fixture.head)
      expect(await chain.readTokens([accounts.token, accounts.oldToken], block)).toEqual([
        { address: accounts.token, symbol: 'TST€', decimals: 6 },
        { address: accounts.oldToken, symbol: 'MKR', decimals: 18 },
      ])
      for (const token of [accounts.mute, accounts.unused]) {
        const expected = { code: 'missing_decimals', facts: { token } }
        await expect(chain.readToken(token, block)).rejects.toMatchObject(expected)
      }
    },
  },
]

/**
 * Tests that a transport carries the whole port.
 *
 * @param name - which adapter.
 * @param makeFixture - makes a transport on a chain with the contracts of the suite.
 */
export function testChain(name: string, makeFixture: () => Promise<ChainFixture>): void {
  let chainFixture: ChainFixture | undefined
  let chain: Chain | undefined
  beforeAll(async () => {
    chainFixture = await makeFixture()
    chain = await openChain(chainFixture.rpc, { id: testChainId, logBlocks: 40n })
  })
  afterAll(() => chainFixture?.close())
  test(`${name} · error: WrongChainError`, async () => {
    const otherChain = openChain(chainFixture!.rpc, { id: 1 })
    await expect(otherChain).rejects.toMatchObject({ code: 'wrong_chain', retryable: false })
  })
  test.each(cases)(`${name} · $name`, ({ run }) => run(chain!, chainFixture!.fixture))
}

/** Asks everything that the suite asks, so that a recording of it is whole. */
export async function askEverything(rpc: Rpc, fixture: TestChainState): Promise<void> {
  const chain = await openChain(rpc, { id: testChainId, logBlocks: 40n })
  for (const { run } of cases) await run(chain, fixture)
}
