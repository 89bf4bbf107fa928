import type { LocalChain, Rpc, RpcAnswer, RpcCall } from '@vaultwright/chain'
import { explainValue } from '@vaultwright/operations'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dayFlowOf } from '../../workers/indexer/src/task/task.ts'
import { openSeededStore } from '../support/index/index-seed.ts'
import { localParts, openIndexerHarness } from '../support/index/indexer-harness.ts'
import { startLocalChain } from '../support/node/local-chain.ts'
import { untilIdle } from '../support/progress.ts'
import { rowsOf } from './row.ts'

const day = '2026-02-13'
let local: LocalChain

beforeAll(async () => {
  local = await startLocalChain()
})
afterAll(() => local?.anvil.close())

/** Indexes one day of both vaults on a node, with proofs. */
async function indexDay(rpc: Rpc) {
  const { manifest } = local
  const seeded = await openSeededStore(manifest)
  const parts = localParts(manifest)
  const settings = { ...parts.settings, provesDays: true }
  const harness = await openIndexerHarness(seeded, { manifest, rpc }, { settings, random: () => 0 })
  onTestFinished(async () => {
    await harness.close()
    await seeded.close()
  })
  for (const { chain, vault } of seeded.places) {
    await harness.queue.add([dayFlowOf({ tenantId: seeded.tenantId, chain, vault }, day, null)])
  }
  return { seeded, harness }
}

type Tamper = (call: RpcCall, answer: RpcAnswer) => RpcAnswer

/** The local node, some of whose answers are others. */
const nodeWith = (tamper: Tamper): Rpc => ({
  ...local.anvil.rpc,
  ask: async (calls) => {
    const answers = await local.anvil.rpc.ask(calls)
    return answers.map((answer, at) => tamper(calls[at]!, answer))
  },
})

const proofsIn = (text: string) => (JSON.parse(text) as { readonly proof?: unknown }).proof

test('default: rate, supply and every root of a day follow from its block, and the receipt says so', async () => {
  const { seeded, harness } = await indexDay(local.anvil.rpc)
  await untilIdle(harness.queue, harness.events)
  const rows = await rowsOf(seeded)
  for (const { readings, vaultRef } of rows) {
    const proof = proofsIn(readings[0]!.body) as { readonly values: string[]; readonly note: null }
    expect(proof.note).toBeNull()
    expect(proof.values.slice(0, 2)).toEqual(['rate', 'supply'])
    expect(proof.values.length).toBeGreaterThanOrEqual(3)
    const vault = (await seeded.store.vaults.find(seeded.tenantId, vaultRef))!
    const place = { store: seeded.store, vault, chain: vaultRef.chain, day, asOfUnix: null }
    const explained = await explainValue({ ...place, kind: 'snapshot' })
    expect(explained.receipt).toMatchObject({ inputs: { proof } })
  }
})

test('refuses: a day of which a node says another rate than follows from the block', async () => {
  const honest = await indexDay(local.anvil.rpc)
  await untilIdle(honest.harness.queue, honest.harness.events)
  const { readings } = (await rowsOf(honest.seeded))[0]!
  const { calls } = JSON.parse(readings[0]!.body) as { readonly calls: string[][] }
  const rate = calls.find(([, data]) => data === '0x679aefce')![2]!.slice(2)
  const altered = `${rate.slice(0, -1)}${rate.endsWith('1') ? '2' : '1'}`
  // A proof's bytes stay as they are: only what the node answers to calls is another rate.
  const lie = nodeWith((call, answer) =>
    call.method === 'eth_getProof' || !answer.ok || typeof answer.value !== 'string'
      ? answer
      : { ...answer, value: answer.value.replaceAll(rate, altered) },
  )
  const { seeded, harness } = await indexDay(lie)
  await expect.poll(() => JSON.stringify(harness.events)).toContain('day_contradicted')
  const [first] = await rowsOf(seeded)
  expect(first!.readings).toEqual([])
})

test('behavior: where the node gives no proofs, the day is its word, and says so', async () => {
  const silent = nodeWith((call, answer) =>
    call.method === 'eth_getProof'
      ? {
          ok: false as const,
          error: { code: -32601, message: 'the method eth_getProof does not exist', data: null },
        }
      : answer,
  )
  const { seeded, harness } = await indexDay(silent)
  await untilIdle(harness.queue, harness.events)
  const [first] = await rowsOf(seeded)
  expect(proofsIn(first!.readings[0]!.body)).toMatchObject({
    values: [],
    note: expect.stringContaining('gives no proofs'),
  })
})
