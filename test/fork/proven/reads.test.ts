import { BaseError, type Hex } from '@vaultwright/base'
import {
  type Chain,
  type LocalChain,
  openChain,
  openCountingRpc,
  proveReads,
  type RpcAnswer,
} from '@vaultwright/chain'
import type { BlockRef, ProvenRead } from '@vaultwright/outcome'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRandom } from '../../../scripts/vector/random.mjs'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { openTamperedChain, tamperedValue } from '../../support/proven/tampered-node.ts'
import { runsOf } from '../../support/runs.ts'

const abi = parseAbi([
  'function getRate() view returns (uint256)',
  'function totalAssets() view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function manageRoot(address) view returns (bytes32)',
])
const dataOf = (name: 'getRate' | 'totalAssets' | 'totalSupply'): Hex =>
  encodeFunctionData({ abi, functionName: name })

let local: LocalChain
let chain: Chain
let block: BlockRef
let reads: readonly ProvenRead[]

beforeAll(async () => {
  local = await startLocalChain()
  chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
  block = await chain.readBlock('latest')
  // One accountant streams: what it answers hangs on the time of the block. The last read reverts.
  reads = local.manifest.vaults.flatMap(({ vault, accountant, manager, strategists }) => [
    { to: accountant.address, data: dataOf('getRate') },
    { to: accountant.address, data: dataOf('totalAssets') },
    { to: vault, data: dataOf('totalSupply') },
    ...strategists.map(({ address }) => ({
      to: manager,
      data: encodeFunctionData({ abi, functionName: 'manageRoot', args: [address] }),
    })),
    { to: vault, data: '0x12345678' as const },
  ])
})
afterAll(() => local?.anvil.close())

test('law: what follows from the block is what the node answers to eth_call, in few round trips', async () => {
  const counting = openCountingRpc(local.anvil.rpc)
  const proven = await proveReads({ id: chain.id, rpc: counting.rpc }, reads, { block })
  const answers = await chain.readCalls(reads, block)
  expect(proven.map(({ ok, data }) => ({ ok, data }))).toEqual(
    answers.map(({ ok, data }) => ({ ok, data })),
  )
  expect(proven.flatMap(({ unknowable }) => unknowable)).toEqual([])
  expect(proven.filter(({ ok }) => ok).length).toBeGreaterThan(8)
  expect(counting.counts().asks).toBeLessThanOrEqual(4)
})

test('law: whatever a node changes, a read is refused, or the same', async () => {
  const honest = await proveReads(chain, reads, { block })
  const random = openRandom(7)
  const outcomes = { same: 0, refused: 0 }
  for (let run = 0; run < Math.max(20, runsOf(0.5)); run++) {
    const target = random.below(2 * reads.length)
    const tampered = await openTamperedChain(local.anvil.rpc, chain.id, ({ answer, index }) => {
      if (index !== target || !answer.ok) return answer
      return { ...answer, value: tamperedValue(answer.value, random) } as RpcAnswer
    })
    const result = await proveReads(tampered.chain, reads, { block }).catch(
      (error: unknown) => error,
    )
    if (result instanceof BaseError) outcomes.refused++
    else {
      expect(result).toEqual(honest)
      outcomes.same++
    }
  }
  expect(outcomes.refused).toBeGreaterThan(0)
})
