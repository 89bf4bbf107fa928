import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import { parseTreeFile } from '@vaultwright/formats'
import { emptyFacts, isSentenceOf, ruleBook } from '@vaultwright/protocols'
import { parseEvidence, verifyEvidence } from '@vaultwright/review'
import { callsOfBatch, parseSafeBatch } from '@vaultwright/safe'
import { expect, test } from 'vitest'
import { localChainFolder } from '../../../../../../test/support/node/local-chain.ts'
import {
  evidenceText,
  inFours,
  type ProvenCalldata,
  safeBatchText,
  safeHashesFor,
} from './hand-over.ts'

const file = parseTreeFile(readFileSync(join(localChainFolder, 'trees/local-eth-main-3.json')))
const { vault, manager } = file.metadata as { vault: Address; manager: Address }
const weth = '0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a'

async function handOverOf(): Promise<ProvenCalldata> {
  const context = {
    tree: file.tree,
    managerTree: file.tree,
    vault,
    manager,
    chainId: 31337,
    knownFacts: {
      ...emptyFacts,
      tokenOf: () => ({ symbol: 'WETH', decimals: 18, resetsApproval: false }),
    },
    reads: null,
    now: 1n,
  }
  const params = { asset: weth, amount: '1.5' }
  const { calldata } = await buildActions(context, [{ route: 'aave_v3/supply', params }])
  const place = {
    chain: 'local',
    chainId: 31337,
    vaultName: 'Local ETH',
    vault,
    manager,
    strategist: vault,
    strategistName: null,
    root: file.metadata.root,
    managerRoot: file.metadata.root,
    manifest: {},
  }
  const trees = { file, managerFile: file }
  return { calldata, description: 'Supply 1.5 WETH', place, trees }
}

test('golden: the files hold the calldata, and prove it without the tree', async () => {
  const handOver = await handOverOf()
  const batch = parseSafeBatch(safeBatchText(handOver, 1_700_000_000_000))
  expect(callsOfBatch(batch)).toEqual([{ to: manager, value: 0n, data: handOver.calldata }])
  const evidence = parseEvidence(evidenceText(handOver))
  expect(verifyEvidence(evidence, { rules: ruleBook, isSentenceOf }).ok).toBe(true)
})

test('golden: the hashes follow nonce and version; before 1.3.0 the domain has no chain', async () => {
  const handOver = await handOverOf()
  const packetAt = (version: string, nonce: string) =>
    safeHashesFor(handOver, { safe: vault, version, nonce })
  const [first, next] = [packetAt('1.4.1', '7'), packetAt('1.4.1', '8')]
  expect(first.domain).toBe(next.domain)
  expect(first.message).not.toBe(next.message)
  expect(packetAt('1.5.0', '7')).toEqual(first)
  expect(packetAt('1.1.1', '7').domain).not.toBe(first.domain)
  expect(inFours(first.transaction).split(' ')).toHaveLength(17)
})

test.each([
  ['7', 'x', 'address'],
  ['-1', vault, 'nonce'],
  ['1.5', vault, 'nonce'],
])('refuses: nonce %s of Safe %s', async (nonce, safe, word) => {
  const handOver = await handOverOf()
  expect(() => safeHashesFor(handOver, { safe, version: '1.4.1', nonce })).toThrow(word)
})
