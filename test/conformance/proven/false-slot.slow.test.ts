import type { Hex } from '@vaultwright/base'
import {
  type Chain,
  crossCheck,
  type LocalChain,
  openChain,
  openForkPool,
  type Rpc,
  simulateProvenOn,
  simulateWithProof,
} from '@vaultwright/chain'
import { type FalseSlot, writeFalseSlot } from '@vaultwright/operations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalChain } from '../../support/node/local-chain.ts'
import { runsOf } from '../../support/runs.ts'
import { supplyRequest } from './supply.ts'

let local: LocalChain
let liar: LocalChain
let chain: Chain
let deceived: Chain
let lie: FalseSlot
let request: ReturnType<typeof supplyRequest>

beforeAll(async () => {
  local = await startLocalChain()
  liar = await startLocalChain()
  const { chainId: id } = local.manifest
  chain = await openChain(local.anvil.rpc, { id })
  deceived = await openChain(liar.anvil.rpc, { id })
  lie = await writeFalseSlot(deceived, liar.manifest)
  const honest = supplyRequest(local, await chain.readBlock('latest'))
  request = { ...honest, from: lie.strategist }
})
afterAll(() => Promise.all([local?.anvil.close(), liar?.anvil.close()]))

test('law: the lie is one word, and the block is the true one', async () => {
  expect(await deceived.readBlock('latest')).toEqual(request.block)
  const call = {
    method: 'eth_getStorageAt',
    params: [lie.account, lie.slot, { blockHash: request.block.hash }],
  }
  const words = await Promise.all([chain, deceived].map(({ rpc }) => rpc.ask([call])))
  expect(words).toMatchObject([[{ value: lie.truth }], [{ value: lie.shown }]])
  expect(lie.shown).not.toBe(lie.truth)
})

test('law: node and fork agree on a success that the chain refuses, and no proof does', async () => {
  const pool = openForkPool({ upstreams: { [chain.id]: liar.anvil.url } })
  try {
    const check = await crossCheck({ chain: deceived, pool }, request)
    expect(check).toMatchObject({
      agreed: true,
      simulation: { outcome: { status: 'success' }, block: request.block },
    })
    const engines = { engine: 'all', chain: deceived, pool } as const
    const lied = { code: 'invalid_state_proof' }
    await expect(simulateProvenOn(deceived, request)).rejects.toMatchObject(lied)
    await expect(simulateWithProof(engines, request)).rejects.toMatchObject(lied)
  } finally {
    await pool.close()
  }
  const honest = await simulateProvenOn(chain, request)
  expect(honest.simulation.outcome.status).toBe('reverted')
})

test('law: with true proofs beside the lie, what is proven contradicts node and fork by name', async () => {
  const truths = new Set(['eth_getProof', 'eth_getBlockByHash', 'eth_getCode'])
  const ask: Rpc['ask'] = (calls) =>
    Promise.all(
      calls.map(async (call) => {
        const { rpc } = truths.has(call.method) ? local.anvil : liar.anvil
        const [answer] = await rpc.ask([call])
        return answer!
      }),
    )
  const twoFaced = await openChain({ ...liar.anvil.rpc, ask }, { id: chain.id })
  const pool = openForkPool({ upstreams: { [chain.id]: liar.anvil.url } })
  try {
    const all = await simulateWithProof({ engine: 'all', chain: twoFaced, pool }, request)
    expect(all).toMatchObject({
      check: { agreed: true, simulation: { outcome: { status: 'success' } } },
      proven: { kind: 'proven', answer: { simulation: { outcome: { status: 'reverted' } } } },
    })
    const { proven } = all as Extract<typeof all, { readonly engine: 'all' }>
    const differences = proven.kind === 'proven' ? proven.differences : []
    expect(differences.map(({ engine, field }) => `${engine} ${field}`)).toEqual(
      expect.arrayContaining(['node outcome', 'fork outcome']),
    )
  } finally {
    await pool.close()
  }
})

test('law: whichever slot a node shows falsely beside true accounts, it is refused with the account', async () => {
  const strategist = local.manifest.vaults[0]!.strategists[0]!.address
  const { slotUse } = await simulateProvenOn(chain, { ...request, from: strategist })
  const word = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...slotUse.slots), word, async (place, number) => {
      const shown: Hex = `0x${number.toString(16).padStart(64, '0')}`
      fc.pre(shown !== place.value)
      const secondChain = await startLocalChain()
      try {
        const { rpc } = secondChain.anvil
        const params = [place.account, place.slot, shown]
        await rpc.ask([{ method: 'anvil_setStorageAt', params }])
        const countedChain = await openChain(beside(rpc, local.anvil.rpc), { id: chain.id })
        const refused = simulateProvenOn(countedChain, { ...request, from: strategist })
        await expect(refused).rejects.toMatchObject({
          code: 'invalid_state_proof',
          facts: { account: place.account },
        })
      } finally {
        await secondChain.anvil.close()
      }
    }),
    { numRuns: runsOf(0.16) },
  )
})

/** A node that takes the proofs of accounts from the true one, and all else from itself. */
function beside(liar: Rpc, honest: Rpc): Rpc {
  const ask: Rpc['ask'] = async (calls) => {
    const [answers, truths] = await Promise.all([liar.ask(calls), honest.ask(calls)])
    return answers.map((answer, index) => {
      const truth = truths[index]!
      if (calls[index]!.method !== 'eth_getProof' || !answer.ok || !truth.ok) return answer
      const { accountProof } = truth.value as { readonly accountProof: readonly Hex[] }
      return { ok: true, value: { ...(answer.value as object), accountProof } }
    })
  }
  return { ...liar, ask }
}
