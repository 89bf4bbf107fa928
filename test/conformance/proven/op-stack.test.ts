import type { Hex } from '@vaultwright/base'
import {
  type Chain,
  type LocalChain,
  openChain,
  simulateOnNode,
  simulateProvenOn,
} from '@vaultwright/chain'
import { type BlockRef, replayWitness } from '@vaultwright/outcome'
import { parseWitness, printWitness } from '@vaultwright/proof'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { openRelabelledNode } from '../../support/node/op-stack-node.ts'
import { supplyRequest } from './supply.ts'

let local: LocalChain
beforeAll(async () => {
  local = await startLocalChain()
})
afterAll(() => local?.anvil.close())

const requestsHash: Hex = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const holoceneData: Hex = '0x00000000fa00000006'
const jovianData: Hex = '0x01000000fa000000060000000000000000'

/** The time of a header, and the fields that differ from Ethereum's of Cancun. */
const upgrades = [
  ['optimism', 10, 'fjord', 1_725_000_000n, {}],
  ['optimism', 10, 'holocene', 1_740_000_000n, { extraData: holoceneData }],
  ['base', 8453, 'isthmus', 1_750_000_000n, { extraData: holoceneData, requestsHash }],
  ['base', 8453, 'jovian', 1_770_000_000n, { extraData: jovianData, requestsHash }],
  ['unichain', 130, 'karst', 1_796_000_000n, { extraData: jovianData, requestsHash }],
  ['ink', 57_073, 'karst', 1_796_000_000n, { extraData: jovianData, requestsHash }],
  ['inksepolia', 763_373, 'karst', 1_796_000_000n, { extraData: jovianData, requestsHash }],
  ['bob', 60_808, 'isthmus', 1_750_000_000n, { extraData: holoceneData, requestsHash }],
  ['derive', 957, 'isthmus', 1_750_000_000n, { extraData: holoceneData, requestsHash }],
  ['swell', 1923, 'jovian', 1_770_000_000n, { extraData: jovianData, requestsHash }],
] as const

async function openAs(chainId: number, fields: Readonly<Record<string, Hex>>): Promise<Chain> {
  const { rpc } = await openRelabelledNode(local.anvil.rpc, { chainId, fields })
  return openChain(rpc, { id: chainId })
}

/** An approval, which no rule after Shanghai gives another price. */
function approval(block: BlockRef) {
  const [from, to] = [placeOf(local, 'strategist'), placeOf(local, 'WETH')]
  const spender = placeOf(local, 'Local ETH: manager').slice(2).toLowerCase().padStart(64, '0')
  const data: Hex = `0x095ea7b3${spender}${'1'.padStart(64, '0')}`
  return { from, to, data, block }
}

test.each(upgrades)(
  'law: %s (%i) under %s: a transaction is proven as on the local chain, and again from its witness',
  async (_slug, chainId, hardfork, time, fields) => {
    const chain = await openAs(chainId, { ...fields, timestamp: `0x${time.toString(16)}` })
    const proven = await simulateProvenOn(chain, approval(await chain.readBlock('latest')))
    expect(proven.witness).toMatchObject({ chainId, hardfork })
    const localNode = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
    const { simulation } = await simulateProvenOn(
      localNode,
      approval(await localNode.readBlock('latest')),
    )
    expect(simulation.outcome.status).toBe('success')
    const { gasUsed, outcome } = proven.simulation
    expect({ gasUsed, outcome }).toEqual({
      gasUsed: simulation.gasUsed,
      outcome: simulation.outcome,
    })
    const witness = parseWitness(printWitness(proven.witness))
    const again = await replayWitness(witness, proven.witness.blockHash)
    expect(again.simulation).toEqual(proven.simulation)
  },
)

test('law: a batch of a vault on OP Mainnet is proven, and its gas is that of the node', async () => {
  const fields = { extraData: jovianData, requestsHash, timestamp: '0x6b0e3c80' } as const
  const chain = await openAs(10, fields)
  const request = supplyRequest(local, await chain.readBlock('latest'))
  const proven = await simulateProvenOn(chain, request)
  expect(proven.witness.hardfork).toBe('karst')
  expect(proven.simulation.outcome.status).toBe('success')
  expect(proven.unknowable).toEqual([])
  const onNode = await simulateOnNode(chain, request)
  expect(proven.simulation.gasUsed).toBe(onNode.gasUsed)
})

test('refuses: a header whose extra data is of another upgrade, and an upgrade that is not known', async () => {
  const ofJovian = { extraData: jovianData, requestsHash }
  const bob = await openAs(60_808, { ...ofJovian, timestamp: '0x6a000000' })
  const request = supplyRequest(local, await bob.readBlock('latest'))
  await expect(simulateProvenOn(bob, request)).rejects.toMatchObject({
    code: 'header_not_understood',
  })
  const base = await openAs(8453, { ...ofJovian, timestamp: '0x6a90d645' })
  const later = supplyRequest(local, await base.readBlock('latest'))
  await expect(simulateProvenOn(base, later)).rejects.toMatchObject({
    code: 'unknown_hardfork',
    facts: { chainId: 8453, hardfork: 'Azul' },
  })
})
