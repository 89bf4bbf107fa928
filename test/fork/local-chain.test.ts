import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printHex } from '@vaultwright/base'
import {
  type Chain,
  type LocalChain,
  LocalChainError,
  openChain,
  openLocalChain,
  readLocalManifest,
  readManageRoot,
} from '@vaultwright/chain'
import { rootOf } from '@vaultwright/merkle'
import { managerTopics } from '@vaultwright/registry'
import { decodeFunctionResult, encodeFunctionData, type Hex, pad, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  localChainFolder,
  localTree,
  placeOf,
  startLocalChain,
} from '../support/node/local-chain.ts'

let local: LocalChain
let chain: Chain
let loadedMs: number

beforeAll(async () => {
  const from = performance.now()
  local = await startLocalChain()
  loadedMs = performance.now() - from
  chain = await openChain(local.anvil.rpc, { id: 31337 })
})
afterAll(async () => {
  await local?.anvil.close()
  console.log(`the local chain answers ${loadedMs.toFixed(0)} ms after it was asked for`)
})

describe('what was saved', () => {
  test('default: the head, and every contract of the manifest with code', async () => {
    const { manifest } = local
    const head = await chain.readBlock('latest')
    expect(head.number).toBe(BigInt(manifest.head.block))
    expect(head.timestamp).toBe(BigInt(manifest.head.timestamp))
    for (const [name, address] of Object.entries(manifest.contracts)) {
      const { hash } = await chain.readCode(address, head)
      expect(hash, name).not.toBeNull()
    }
  })

  test('behavior: every root of the manifest is on chain, proven, and that of its tree', async () => {
    const block = await chain.readBlock('latest')
    for (const { name, manager, strategists } of local.manifest.vaults) {
      expect(strategists.map((one) => one.name)).toContain('multisig')
      for (const { address, root, tree } of strategists) {
        const file = localTree(tree.replace(/^trees\/|\.json$/g, ''))
        expect(printHex(rootOf(file.tree.tree)), `${name} ${tree}`).toBe(root)
        expect(file.findings).toEqual([])
        const manageRoot = await readManageRoot(chain, { manager, strategist: address, block })
        expect(manageRoot, `${name} ${tree}`).toMatchObject({ root, isProven: true })
      }
    }
  })

  test('behavior: an old block tells what was true then', async () => {
    const { manager, strategists } = local.manifest.vaults[0]!
    const strategist = strategists[0]!.address
    const logs = await chain.readLogs({
      fromBlock: 0n,
      toBlock: BigInt(local.manifest.head.block),
      addresses: [manager],
      topics: [managerTopics.ManageRootUpdated, pad(strategist)],
    })
    const roots = [1, 2, 3].map((generation) => {
      return printHex(rootOf(localTree(`local-eth-main-${generation}`).tree.tree))
    })
    expect(logs.map(({ data }) => `0x${data.slice(-64)}`)).toEqual(roots)
    for (const [index, log] of logs.entries()) {
      const block = await chain.readBlock(log.blockNumber)
      const before = await chain.readBlock(log.blockNumber - 1n)
      expect(await rootAt(manager, strategist, block)).toBe(roots[index])
      expect(await rootAt(manager, strategist, before)).toBe(roots[index - 1] ?? pad('0x'))
    }
  })

  test('behavior: 45 days of history, in the order of their blocks', async () => {
    const { events, days } = local.manifest
    expect(days).toBe(45)
    expect(events.length).toBeGreaterThan(50)
    for (const [index, event] of events.entries()) {
      expect(event.block).toBeGreaterThanOrEqual(events[index - 1]?.block ?? 0)
    }
    const last = events.at(-1)!
    const block = await chain.readBlockAt(BigInt(last.atUnix))
    expect(block.number).toBe(BigInt(last.block))
  })
})

describe('files that are not what they should be', () => {
  test('error: LocalChainError for a state of another checksum', async () => {
    const folder = copied()
    const { state } = readLocalManifest(folder)
    const text = readFileSync(join(folder, 'manifest.json'), 'utf8')
    writeFileSync(
      join(folder, 'manifest.json'),
      text.replace(
        state.sha256,
        state.sha256.replace(/./, (digit) => (digit === '0' ? '1' : '0')),
      ),
    )
    await expect(openLocalChain(folder)).rejects.toThrow(LocalChainError)
  })

  test('error: LocalChainError for a state with one byte changed', async () => {
    const folder = copied()
    const file = join(folder, readLocalManifest(folder).state.file)
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(file, bytes)
    await expect(openLocalChain(folder)).rejects.toMatchObject({ code: 'local_chain_unreadable' })
  })

  test('error: LocalChainError for a state cut short, and for none', async () => {
    const folder = copied()
    const file = join(folder, readLocalManifest(folder).state.file)
    writeFileSync(file, readFileSync(file).subarray(0, 1000))
    await expect(openLocalChain(folder)).rejects.toThrow(LocalChainError)
    rmSync(file)
    await expect(openLocalChain(folder)).rejects.toThrow(LocalChainError)
  })

  test('error: LocalChainError for a manifest that is none', async () => {
    const folder = copied()
    writeFileSync(join(folder, 'manifest.json'), '{}')
    expect(() => readLocalManifest(folder)).toThrow(LocalChainError)
    rmSync(join(folder, 'manifest.json'))
    await expect(openLocalChain(folder)).rejects.toThrow(LocalChainError)
  })
})

test('behavior: money and shares are where the manifest says', async () => {
  const block = await chain.readBlock('latest')
  const abi = parseAbi(['function totalSupply() view returns (uint256)'])
  for (const { vault, manager } of local.manifest.vaults) {
    const [answer] = await chain.readCalls(
      [{ to: vault, data: encodeFunctionData({ abi }) }],
      block,
    )
    expect(decodeFunctionResult({ abi, data: answer!.data })).toBeGreaterThan(0n)
    expect((await chain.readCode(manager, block)).hash).not.toBeNull()
  }
  const holding = { token: placeOf(local, 'WETH'), holder: placeOf(local, 'Local ETH') }
  const [balance] = await chain.readTokenBalances([holding], block)
  expect(balance).toBeGreaterThan(0n)
})

/** A copy of the folder, which a test may spoil. */
function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-chain-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(localChainFolder, folder, { recursive: true })
  return folder
}

async function rootAt(
  manager: Hex,
  strategist: Hex,
  block: Awaited<ReturnType<Chain['readBlock']>>,
): Promise<Hex> {
  const abi = parseAbi(['function manageRoot(address) view returns (bytes32)'])
  const data = encodeFunctionData({ abi, args: [strategist] })
  const [answer] = await chain.readCalls([{ to: manager, data }], block)
  return answer!.data
}
