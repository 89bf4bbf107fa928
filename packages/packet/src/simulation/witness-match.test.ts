import type { Address, Hex } from '@vaultwright/base'
import type { Witness } from '@vaultwright/proof'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchWitness, type SignedTransaction, type WitnessField } from './witness-match.ts'
import { type SimulatedLayer, witnessedLayerOf } from './witnessed-layer.ts'

const digits = (count: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: count, maxLength: count })
const addressOfDigits = digits(40).map((text): Address => `0x${text}`)
const calldata = fc
  .nat({ max: 90 })
  .chain((bytes) => digits(2 * bytes).map((text): Hex => `0x${text}`))
const transactions = fc.record({
  chainId: fc.integer({ min: 1, max: 2 ** 40 }),
  from: addressOfDigits,
  to: addressOfDigits,
  data: calldata,
  value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
})

function witnessOfCall({ chainId, ...call }: SignedTransaction & { chainId: number }): Witness {
  const { from, to, data, value } = call
  const terms = { gas: 1n, timestamp: 1n, vault: null, watch: [] }
  return {
    chainId,
    hardfork: 'osaka',
    blockHash: `0x${'11'.repeat(32)}`,
    header: '0x',
    ancestors: [],
    nodes: [],
    codes: [],
    request: { from: from!, to: to!, data, value, ...terms },
  }
}

test('law: a witness is of its own call, in whichever letter case', () => {
  fc.assert(
    fc.property(transactions, (call) => {
      const upper = (text: Hex) => `0x${text.slice(2).toUpperCase()}` as Hex
      const signed = { ...call, from: upper(call.from), to: upper(call.to), data: upper(call.data) }
      expect(matchWitness(signed, witnessOfCall(call))).toEqual({ ok: true, unknown: [] })
    }),
  )
})

test('law: fields that differ are named, each of them and no other', () => {
  fc.assert(
    fc.property(transactions, transactions, fc.nat({ max: 31 }), (call, other, chosen) => {
      const names: readonly WitnessField[] = ['chainId', 'to', 'from', 'value', 'data']
      const changed = names.filter((_, bit) => (chosen & (1 << bit)) !== 0)
      const signed = { ...call, ...Object.fromEntries(changed.map((name) => [name, other[name]])) }
      const expected = changed.filter((name) => String(call[name]) !== String(other[name]))
      const match = matchWitness(signed, witnessOfCall(call))
      expect(match.ok ? [] : match.differences.map(({ field }) => field)).toEqual(expected)
    }),
  )
})

test('law: what the packet does not say is not compared, and is named', () => {
  fc.assert(
    fc.property(
      transactions,
      fc.subarray(['chainId', 'from', 'to'] as const),
      (call, silent: readonly ('chainId' | 'from' | 'to')[]) => {
        const signed = { ...call, ...Object.fromEntries(silent.map((name) => [name, null])) }
        expect(matchWitness(signed, witnessOfCall(call))).toEqual({ ok: true, unknown: silent })
      },
    ),
  )
})

const call = {
  chainId: 1,
  from: `0x${'aa'.repeat(20)}`,
  to: `0x${'bb'.repeat(20)}`,
  data: '0x8456cb59',
  value: 0n,
} as const

test.each([
  ['data', { data: '0x8456cc59' }, /^data: .* byte 2 on; 4 bytes are simulated, 4 are signed\.$/],
  ['data', { data: '0x8456cb5900' }, /^data: .* byte 4 on; 4 bytes are simulated, 5 are signed\.$/],
  ['value', { value: 7n }, /^value: the simulated call sends 0 wei, and the signed one 7 wei\.$/],
  ['to', { to: `0x${'cc'.repeat(20)}` }, /^to: .*0xbb.* and the signed one calls 0xcc/],
  ['from', { from: `0x${'cc'.repeat(20)}` }, /^from: .*0xaa.* and the signed one is made by 0xcc/],
  [
    'chainId',
    { chainId: 10 },
    /^chainId: the witness is of chain 1, and chain 10 is signed for\.$/,
  ],
] as const)('refuses: another %s, by a sentence with both values', (field, change, words) => {
  const match = matchWitness({ ...call, ...change }, witnessOfCall(call))
  expect(match).toEqual({
    ok: false,
    differences: [{ field, message: expect.stringMatching(words) }],
  })
})

test('behavior: a witness is of a call that is made, not of a document, nor of borrowed code; others run before and after', () => {
  const to = `0x${'aa'.repeat(20)}` as Address
  const layerOf = (path: string, fields: object): SimulatedLayer => {
    const call = { kind: 'call', to, value: 0n, operation: 'call', data: '0x', children: [] }
    return { path, call: { ...call, ...fields } as never, sender: to }
  }
  const witness = witnessOfCall({ chainId: 1, from: to, to, data: '0x01', value: 0n })
  const child = [{}]
  const layers = [
    layerOf('', { kind: 'safe_transaction', data: '0x01', children: child }),
    layerOf('0', { kind: 'multi_send', operation: 'delegatecall', data: '0x01', children: child }),
    layerOf('0.0', { data: '0x02' }),
    layerOf('0.1', { data: '0x01', children: child }),
    layerOf('0.1.0', { data: '0x03' }),
    layerOf('0.2', { data: '0x04' }),
  ]
  expect(witnessedLayerOf(layers, witness, 1)).toEqual({
    path: '0.1',
    match: { ok: true, unknown: [] },
    before: ['0.0'],
    after: ['0.2'],
  })
  expect(witnessedLayerOf(layers.slice(0, 2), witness, 1)).toBeNull()
})
