import { type LocalChain, openChain, simulateProvenOn } from '@vaultwright/chain'
import type { Witness } from '@vaultwright/proof'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { changed, changesOf, saysSuccess, statedOf, verdictOf } from './changed-request.ts'
import { supplyRequest } from './supply.ts'

let local: LocalChain
let witness: Witness

beforeAll(async () => {
  local = await startLocalChain()
  const chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
  const request = supplyRequest(local, await chain.readBlock('latest'))
  witness = (await simulateProvenOn(chain, { ...request, from: placeOf(local, 'WETH') })).witness
})
afterAll(() => local?.anvil.close())

test('law: of 1,000 changed witnesses of a batch that reverts, none succeeds', async () => {
  const { blockHash: hash, request } = witness
  const stated = statedOf(witness)
  const accounts = [placeOf(local, 'strategist'), request.to, placeOf(local, 'WETH')]
  let judged = 0
  await fc.assert(
    fc.asyncProperty(changesOf({ accounts, time: request.timestamp }), async (change) => {
      const file = changed(witness, change)
      for (const terms of [stated, { chainId: file.chainId }]) {
        const verdict = await verdictOf(file, hash, terms)
        expect(saysSuccess(verdict)).toBe(false)
        if (verdict !== null) judged++
      }
    }),
    { numRuns: 1_000 },
  )
  // Most are answered, and not refused for a piece that is missing.
  expect(judged).toBeGreaterThan(1_000)
})
