import { type Hex, zeroAddress } from '@vaultwright/base'
import {
  type Chain,
  type LocalChain,
  openChain,
  openCountingRpc,
  openForkPool,
  simulateProvenOn,
  simulateWithProof,
} from '@vaultwright/chain'
import { replayWitness } from '@vaultwright/outcome'
import { printWitness, type Witness } from '@vaultwright/proof'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localChainOfTest, placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { runsOf } from '../../support/runs.ts'
import { type Lie, openLyingChain, supplyRequest } from './supply.ts'

let local: LocalChain
let chain: Chain
let request: ReturnType<typeof supplyRequest>
let witness: Witness

beforeAll(async () => {
  local = await startLocalChain()
  chain = await openChain(local.anvil.rpc, { id: local.manifest.chainId })
  request = supplyRequest(local, await chain.readBlock('latest'))
  witness = (await simulateProvenOn(chain, request)).witness
})
afterAll(() => local?.anvil.close())

test('law: one witness, whichever hint names the state, and four round trips with a trace', async () => {
  for (const hint of ['trace', 'list', 'none'] as const) {
    const counting = openCountingRpc(local.anvil.rpc)
    const counted = await openChain(counting.rpc, { id: chain.id })
    const before = counting.counts().asks
    const proven = await simulateProvenOn(counted, request, { hint })
    expect(printWitness(proven.witness) === printWitness(witness), hint).toBe(true)
    if (hint === 'trace') expect(counting.counts().asks - before).toBe(4)
    expect(proven.dependsOn).toEqual(['TIMESTAMP'])
  }
})

test('law: a witness without one of its pieces, or with one digit changed, is refused with the place', async () => {
  const lists = ['nodes', 'codes'] as const
  const pieces = lists.flatMap((list) => witness[list].map((_, index) => [list, index] as const))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...pieces),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.boolean(),
      async ([list, index], at, isLeftOut) => {
        const piece = witness[list][index]!
        const digit = 2 + Math.floor(at * (piece.length - 2))
        const changed =
          `${piece.slice(0, digit)}${piece[digit] === '0' ? '1' : '0'}${piece.slice(digit + 1)}` as Hex
        const witnesses = witness[list].flatMap((one, place) =>
          place !== index ? [one] : isLeftOut ? [] : [changed],
        )
        const damaged = { ...witness, [list]: witnesses }
        const refusal = await replayWitness(damaged, request.block.hash).catch(
          (error: unknown) => error,
        )
        expect(refusal).toMatchObject({
          code: 'state_missing',
          facts: { account: expect.stringMatching(/^0x[0-9a-f]{40}$/) },
        })
      },
    ),
    { numRuns: runsOf(0.16) },
  )
})

test('refuses: a witness under another hash, and a header with one digit changed', async () => {
  const otherHash: Hex = `0x${'11'.repeat(32)}`
  await expect(
    replayWitness({ ...witness, blockHash: otherHash }, otherHash),
  ).rejects.toMatchObject({
    code: 'invalid_state_proof',
  })
  const header = `${witness.header.slice(0, -1)}${witness.header.endsWith('0') ? '1' : '0'}` as Hex
  await expect(replayWitness({ ...witness, header }, request.block.hash)).rejects.toMatchObject({
    code: 'invalid_state_proof',
  })
})

type Proof = {
  accountProof: Hex[]
  storageProof: { key: Hex; value: Hex; proof: Hex[] }[]
  balance: Hex
}
const flip = (hex: Hex, at: number) =>
  `${hex.slice(0, at)}${hex[at] === 'f' ? '0' : 'f'}${hex.slice(at + 1)}` as Hex

describe('refuses: a node that lies', () => {
  const proofOf =
    (change: (proof: Proof) => void): Lie =>
    (method, value, params) => {
      if (method !== 'eth_getProof' || params[0] !== weth()) return value
      const copy = structuredClone(value) as Proof
      change(copy)
      return copy
    }
  const weth = () => placeOf(local, 'WETH').toLowerCase()
  const header =
    (fields: object): Lie =>
    (method, value) =>
      method === 'eth_getBlockByHash' ? { ...(value as object), ...fields } : value
  const lies: Readonly<Record<string, Lie>> = {
    'the state root of the header': header({ stateRoot: `0x${'11'.repeat(32)}` }),
    'the time of the header': header({ timestamp: '0x699063c1' }),
    'the last node of an account': proofOf((proof) => {
      proof.accountProof.push(flip(proof.accountProof.pop()!, 90))
    }),
    'a node of an account, left out': proofOf((proof) => void proof.accountProof.splice(1, 1)),
    'an account that is said not to exist': proofOf((proof) => void proof.accountProof.pop()),
    'the last node of a slot': proofOf(({ storageProof }) => {
      for (const { proof } of storageProof) if (proof.length > 0) proof.push(flip(proof.pop()!, 40))
    }),
    'a slot that is said to be empty': proofOf(({ storageProof }) => {
      for (const { proof } of storageProof) proof.pop()
    }),
    'one byte of a code': (method, value) =>
      method === 'debug_traceCall'
        ? Object.fromEntries(
            Object.entries(value as Record<string, { code?: Hex }>).map(([name, entry]) => [
              name,
              entry.code === undefined ? entry : { ...entry, code: flip(entry.code, 200) },
            ]),
          )
        : method === 'eth_getCode'
          ? flip(value as Hex, 200)
          : value,
  }

  test.each(Object.entries(lies))('%s', async (_, lie) => {
    const liar = await openLyingChain(local.anvil.rpc, chain.id, lie)
    const refusal = await simulateProvenOn(liar.chain, request).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'invalid_state_proof' })
    expect(liar.lies()).toBeGreaterThan(0)
  })
})

test('law: what a node hints is not believed: lies in it cost round trips, nothing else', async () => {
  const hints: readonly Lie[] = [
    (method, value) => (method === 'debug_traceCall' ? {} : value),
    (method, value) =>
      method === 'debug_traceCall'
        ? { [zeroAddress]: { storage: { '0x1': '0x2' }, code: '0x6001' }, nonsense: 7 }
        : value,
    (method, value) =>
      method === 'debug_traceCall'
        ? Object.fromEntries(
            Object.entries(value as Record<string, { storage?: object }>).map(([name, entry]) => [
              name,
              {
                ...entry,
                balance: '0xffff',
                storage: Object.fromEntries(
                  Object.keys(entry.storage ?? {}).map((slot) => [slot, `0x${'ff'.repeat(32)}`]),
                ),
              },
            ]),
          )
        : value,
  ]
  for (const lie of hints) {
    const liar = await openLyingChain(local.anvil.rpc, chain.id, lie)
    const proven = await simulateProvenOn(liar.chain, request, { hint: 'trace' })
    expect(printWitness(proven.witness) === printWitness(witness)).toBe(true)
    expect(liar.lies()).toBeGreaterThan(0)
  }
})

test('refuses: the word proven for what depends on the next block, which is named', async () => {
  const { rpc, url } = (await localChainOfTest()).anvil
  const target: Hex = '0x00000000000000000000000000000000c0ffee00'
  // COINBASE POP STOP
  const code = { method: 'anvil_setCode', params: [target, '0x415000'] }
  await rpc.ask([code])
  await rpc.ask([{ method: 'anvil_mine', params: [] }])
  const asking = await openChain(rpc, { id: chain.id })
  const pool = openForkPool({ upstreams: { [chain.id]: url } })
  const callRequest = { from: request.from, to: target, data: '0x', vault: null } as const
  try {
    const all = await simulateWithProof({ engine: 'all', chain: asking, pool }, callRequest)
    expect(all).toMatchObject({
      check: { agreed: true },
      proven: {
        kind: 'unproven',
        because: { code: 'depends_on_unknown', facts: { names: ['COINBASE'] } },
      },
    })
  } finally {
    await pool.close()
  }
  const alone = await simulateWithProof({ engine: 'proven', chain: asking }, callRequest)
  expect(alone).toMatchObject({ proven: { unknowable: ['COINBASE'] } })
})
