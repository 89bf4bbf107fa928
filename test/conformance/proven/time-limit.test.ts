import { type LocalChain, openChain, simulateProvenOn } from '@vaultwright/chain'
import { replayWitness } from '@vaultwright/outcome'
import { printWitness } from '@vaultwright/proof'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { supplyRequest } from './supply.ts'

let local: LocalChain

beforeAll(async () => {
  local = await startLocalChain()
})
afterAll(() => local?.anvil.close())

test('law: one limit holds for the transaction and all reads around it; within it nothing changes', async () => {
  const chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
  const request = supplyRequest(local, await chain.readBlock('latest'))
  const blockHash = request.block.hash
  const { witness } = await simulateProvenOn(chain, request)
  await expect(simulateProvenOn(chain, request, { mayRunMs: -1 })).rejects.toMatchObject({
    code: 'evm_time_limit',
  })
  const countingLimit = (mayRunMs: number) => {
    let looks = 0
    return { limit: { mayRunMs, clock: () => looks++ }, looks: () => looks }
  }
  const whole = countingLimit(1_000_000)
  const replayed = await replayWitness(witness, blockHash, { limit: whole.limit })
  expect(printWitness(replayed.witness)).toBe(printWitness(witness))
  const needed = whole.looks()
  expect(needed).toBeGreaterThan(100)
  // Wherever the limit falls, in the transaction or in a read before or after it, it is an error.
  for (const part of [0.02, 0.2, 0.5, 0.8, 0.98]) {
    const { limit } = countingLimit(Math.floor(needed * part * 0.5))
    await expect(replayWitness(witness, blockHash, { limit })).rejects.toMatchObject({
      code: 'evm_time_limit',
    })
  }
})
