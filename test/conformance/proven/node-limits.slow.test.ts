import type { Address, Hex } from '@vaultwright/base'
import {
  type Chain,
  type LocalChain,
  openChain,
  type ProofLimits,
  proofLimits,
  type Rpc,
  type RpcAnswer,
  type RpcCall,
  simulateProvenOn,
  simulateWithProof,
  type WarmHint,
  warmHintOf,
} from '@vaultwright/chain'
import { replayWitness } from '@vaultwright/outcome'
import { printWitness, type Witness } from '@vaultwright/proof'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localChainOfTest, startLocalChain } from '../../support/node/local-chain.ts'
import { supplyRequest } from './supply.ts'

let local: LocalChain
let chain: Chain
let request: ReturnType<typeof supplyRequest>
let witness: Witness
let warm: WarmHint

beforeAll(async () => {
  local = await startLocalChain()
  chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
  request = supplyRequest(local, await chain.readBlock('latest'))
  const proven = await simulateProvenOn(chain, request)
  witness = proven.witness
  warm = warmHintOf(proven)
})
afterAll(() => local?.anvil.close())

/** The answer of a node in place of the honest one; undefined for the honest one. */
type Answerer = (call: RpcCall, honest: RpcAnswer) => RpcAnswer

/** Opens the chain behind a node that answers otherwise, and keeps the names of what it was asked. */
async function openBehind(honest: Rpc, answer: Answerer) {
  const trips: string[][] = []
  const rpc: Rpc = {
    ...honest,
    ask: async (calls) => {
      trips.push(calls.map(({ method }) => method))
      const answers = await honest.ask(calls)
      return answers.map((one, index) => answer(calls[index]!, one))
    },
  }
  const opened = await openChain(rpc, { id: chain.id })
  trips.length = 0
  return { chain: opened, trips }
}
const refused = (message: string, code = -32_000): RpcAnswer => ({
  ok: false,
  error: { code, message, data: null },
})
const proofsIn = (trips: readonly string[][]) =>
  trips.flat().filter((method) => method === 'eth_getProof').length

test('law: with what an earlier run read, two round trips and no debug method give the same witness', async () => {
  const node = await openBehind(local.anvil.rpc, (_call, honest) => honest)
  const proven = await simulateProvenOn(node.chain, request, { warm })
  expect(printWitness(proven.witness) === printWitness(witness)).toBe(true)
  expect(node.trips.length).toBe(2)
  expect(new Set(node.trips.flat())).toEqual(new Set(['eth_getBlockByHash', 'eth_getProof']))
  expect(proven.counts.fetchedOneByOne).toBe(0)
})

test('law: an earlier run of another batch costs round trips, and with a trace beside it none', async () => {
  const wrongHint: WarmHint = { accounts: [request.from], slots: [], codes: ['0x6001'] }
  const node = await openBehind(local.anvil.rpc, (_call, honest) => honest)
  const alone = await simulateProvenOn(node.chain, request, { warm: wrongHint })
  expect(printWitness(alone.witness) === printWitness(witness)).toBe(true)
  expect(alone.counts.fetchedOneByOne).toBeGreaterThan(20)
  node.trips.length = 0
  const both = await simulateProvenOn(node.chain, request, { warm: wrongHint, hint: 'trace' })
  expect(printWitness(both.witness) === printWitness(witness)).toBe(true)
  expect(node.trips.length).toBe(4)
})

test('law: a node without traces is asked for an access list, and the witness is the same', async () => {
  const node = await openBehind(local.anvil.rpc, ({ method }, honest) =>
    method === 'debug_traceCall' ? refused('the method does not exist', -32_601) : honest,
  )
  const proven = await simulateProvenOn(node.chain, request)
  expect(printWitness(proven.witness) === printWitness(witness)).toBe(true)
  expect(node.trips.flat()).toContain('eth_createAccessList')
  expect(node.trips.length).toBeLessThan(12)
})

test('law: a node that takes few slots at once is asked for fewer, and the witness is the same', async () => {
  for (const [cap, code, message] of [
    [3, -32_602, 'too many storage keys'],
    [1, -32_000, 'response is larger than 100000 bytes'],
  ] as const) {
    const node = await openBehind(local.anvil.rpc, ({ method, params }, honest) => {
      const isOver = method === 'eth_getProof' && (params[1] as Hex[]).length > cap
      return isOver ? refused(message, code) : honest
    })
    const proven = await simulateProvenOn(node.chain, request, { hint: 'trace' })
    expect(printWitness(proven.witness) === printWitness(witness)).toBe(true)
    expect(proven.counts.fetchedOneByOne).toBe(0)
  }
})

test('law: values beside a proof are not believed: wrong ones are counted, and change nothing', async () => {
  const node = await openBehind(local.anvil.rpc, ({ method }, honest) => {
    if (method !== 'eth_getProof' || !honest.ok) return honest
    const proof = structuredClone(honest.value) as { storageProof: { value: Hex }[] }
    for (const entry of proof.storageProof) entry.value = `0x${'ee'.repeat(31)}`
    return { ok: true, value: { ...proof, balance: '0x1', nonce: '0x9', codeHash: '0x' } }
  })
  const proven = await simulateProvenOn(node.chain, request)
  expect(printWitness(proven.witness) === printWitness(witness)).toBe(true)
  expect(proven.counts.wrongValues).toBeGreaterThanOrEqual(25)
  expect((await simulateProvenOn(chain, request)).counts.wrongValues).toBe(0)
})

test('law: at the head, a newer head is taken when the proofs are gone, three times at most, and the answer names those passed', async () => {
  const { rpc } = (await localChainOfTest()).anvil
  const mine = () => rpc.ask([{ method: 'anvil_mine', params: [] }])
  const windowed = async (refusals: number) => {
    let left = refusals
    let last: unknown = null
    const node = await openBehind(rpc, ({ method, params }, honest) => {
      if (method !== 'eth_getProof') return honest
      if (params[2] !== last) left--
      last = params[2]
      return left >= 0 ? refused('distance to target block exceeds maximum proof window') : honest
    })
    // A new block is there whenever the head is asked for.
    const reading: Chain = {
      ...node.chain,
      readBlock: async (tag) => {
        await mine()
        return node.chain.readBlock(tag)
      },
    }
    return { ...node, chain: reading }
  }
  const head = (await chain.readBlock('latest')).number
  const { block: _, ...unpinned } = request
  const proven = await simulateProvenOn((await windowed(3)).chain, unpinned)
  expect(proven.passedHeads).toEqual([head + 1n, head + 2n, head + 3n])
  expect(proven.simulation.block.number).toBe(head + 4n)
  const gone = { code: 'no_proofs', facts: { isGone: true } }
  const never = await windowed(100)
  await expect(simulateProvenOn(never.chain, unpinned)).rejects.toMatchObject(gone)
  expect(never.trips.flat().filter((method) => method === 'eth_getBlockByHash').length).toBe(4)
  // A block that the caller names is not replaced.
  const pinned = await windowed(1)
  await expect(simulateProvenOn(pinned.chain, request)).rejects.toMatchObject(gone)
})

test('refuses: a node without proofs, with what would help', async () => {
  const node = await openBehind(local.anvil.rpc, ({ method }, honest) =>
    method === 'eth_getProof' ? refused('the method does not exist', -32_601) : honest,
  )
  const refusal = await simulateProvenOn(node.chain, request).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'no_proofs', facts: { isGone: false } })
  expect((refusal as Error).message).toContain('Give an endpoint that has eth_getProof')
})

/** PUSH0, then for ever: JUMPDEST DUP1 <opcode> POP, and one more. */
const looping = (opcode: string) => `0x5f5b80${opcode}50600101600156` as Hex
const sload = looping('54')
const balance = looping('31')

async function placed(code: Hex) {
  const { rpc } = (await localChainOfTest()).anvil
  const to: Address = '0x00000000000000000000000000000000c0ffee00'
  // Where storage is empty or shallow, few proofs tell of every slot.
  const words = Array.from({ length: 400 }, (_, index) => ({
    method: 'anvil_setStorageAt',
    params: [to, `0x${index.toString(16).padStart(64, '0')}`, `0x${'11'.repeat(32)}`],
  }))
  await rpc.ask([{ method: 'anvil_setCode', params: [to, code] }, ...words])
  // Questions of one batch are answered in any order.
  await rpc.ask([{ method: 'anvil_mine', params: [] }])
  const node = await openBehind(rpc, (_call, honest) => honest)
  return { ...node, request: { from: request.from, to, data: '0x' as Hex, vault: null } }
}
const limit = (what: keyof ProofLimits) => ({
  code: 'proof_limit',
  facts: { what, limit: proofLimits[what] },
})

test('refuses: a contract that reads fresh slots for ever, at the 257th piece or by its hint', async () => {
  const { chain: looped, trips, request: loopRequest } = await placed(sload)
  await expect(simulateProvenOn(looped, loopRequest, { hint: 'none' })).rejects.toMatchObject(
    limit('fetchedOneByOne'),
  )
  trips.length = 0
  await expect(simulateProvenOn(looped, loopRequest)).rejects.toMatchObject(limit('hintPieces'))
  expect(proofsIn(trips)).toBe(0)
})

test('refuses: more than 2,000 accounts and more than 10,000 slots, before their proofs are asked for', async () => {
  const { chain: looped, trips, request: loopRequest } = await placed(balance)
  const some = { ...loopRequest, gas: 7_000_000n }
  await expect(simulateProvenOn(looped, some)).rejects.toMatchObject(limit('accounts'))
  const account = request.to.toLowerCase() as Address
  const slots = Array.from({ length: 10_001 }, (_, index) => ({
    account,
    slot: `0x${index.toString(16).padStart(64, '0')}` as Hex,
  }))
  const many = { accounts: [], slots, codes: [] }
  await expect(simulateProvenOn(looped, loopRequest, { warm: many })).rejects.toMatchObject(
    limit('slots'),
  )
  expect(proofsIn(trips)).toBe(0)
})

test('refuses: a hint with a million accounts, and more than 32 MiB of proofs', async () => {
  const accounts = Object.fromEntries(
    Array.from({ length: 1_000_000 }, (_, index) => [
      `0x${index.toString(16).padStart(40, '0')}`,
      {},
    ]),
  )
  const hinting = await openBehind(local.anvil.rpc, ({ method }, honest) =>
    method === 'debug_traceCall' ? { ok: true, value: accounts } : honest,
  )
  await expect(simulateProvenOn(hinting.chain, request, { hint: 'trace' })).rejects.toMatchObject(
    limit('hintPieces'),
  )
  expect(proofsIn(hinting.trips)).toBe(0)
  const mebibyte: Hex = `0x${'00'.repeat(2 ** 20)}`
  const flooding = await openBehind(local.anvil.rpc, ({ method }, honest) => {
    if (method !== 'eth_getProof' || !honest.ok) return honest
    const proof = honest.value as { accountProof: Hex[] }
    const accountProof = [...proof.accountProof, ...Array.from({ length: 33 }, () => mebibyte)]
    return { ok: true, value: { ...proof, accountProof } }
  })
  await expect(simulateProvenOn(flooding.chain, request)).rejects.toMatchObject(limit('proofBytes'))
})

test('refuses: rollups by name, before the node is asked, and as unproven beside two engines', async () => {
  const node = await openBehind(local.anvil.rpc, (_call, honest) => honest)
  for (const id of [42161, 5000, 534352, 324, 1101]) {
    const rollup: Chain = { ...node.chain, id }
    await expect(
      simulateWithProof({ engine: 'proven', chain: rollup }, request),
    ).rejects.toMatchObject({ code: 'chain_not_provable', facts: { chainId: id } })
    const bent = replayWitness({ ...witness, chainId: id }, request.block.hash)
    await expect(bent).rejects.toMatchObject({ code: 'chain_not_provable' })
  }
  expect(node.trips).toEqual([])
})
