import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPacket } from '../packet.ts'
import { printPacketFile, splitPacketFile } from './packet-file.ts'

const target = `0x${'bb'.repeat(20)}`
const witness = { format: 'vaultwright-witness', version: 1, chainId: 1 }
const simulation = { target, encoded_tx_data: '0x8456cb59', chain_id: 1 }
const split = (value: unknown) => splitPacketFile(JSON.stringify(value), value)

test('law: a file gives back its packet and its witness, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.jsonValue(), (text, extra) => {
      const witnessText = JSON.stringify({ ...witness, extra })
      const file = printPacketFile(text, witnessText)
      const apart = splitPacketFile(file, JSON.parse(file))
      expect(apart).toEqual({ text, witness: witnessText, simulationId: null })
    }),
  )
})

test('law: a witness beside a packet does not change its content hash', () => {
  const texts = ['0x8456cb59', JSON.stringify(simulation)]
  for (const text of texts) {
    const [bare, whole] = [text, printPacketFile(text, JSON.stringify(witness))].map(openPacket)
    expect(whole).toEqual({ ...bare, witness: JSON.stringify(witness) })
  }
})

test('golden: a simulation has its witness beside its calldata, or beside its data', () => {
  const inside = openPacket(JSON.stringify({ data: { ...simulation, witness } }))
  const beside = openPacket(JSON.stringify({ data: simulation, witness }))
  for (const packet of [inside, beside]) {
    expect(packet).toMatchObject({ form: 'simulation', witness: JSON.stringify(witness) })
    expect(packet.text).not.toContain('vaultwright-witness')
    expect(openPacket(packet.text)).toEqual({ ...packet, witness: null })
  }
  expect(inside.contentHash).toBe(openPacket(JSON.stringify(simulation)).contentHash)
})

test('golden: of a link to a simulation, its name alone is taken', () => {
  const id = 'a'.repeat(24)
  const idOf = (fields: object) => split({ ...simulation, ...fields }).simulationId
  const page = `https://other.example/simulations/${id}`
  expect(idOf({ simulator_simulation_url: page })).toBe(id)
  expect(idOf({ simulation_proof: { witness_url: `${page}/witness` } })).toBe(id)
  expect(idOf({ proof: { witness_url: `/simulations/${id}/witness` } })).toBe(id)
  expect(idOf({ simulator_simulation_url: `${page}/../../evil` })).toBeNull()
  expect(idOf({ simulation_proof: { witness_url: 'javascript:alert(1)' } })).toBeNull()
  expect(split({ format: 'vaultwright-evidence', page }).simulationId).toBeNull()
})

test('behavior: a witness beside something that is no simulation is not taken out', () => {
  const value = { format: 'vaultwright-evidence', witness }
  expect(split(value)).toEqual({ text: JSON.stringify(value), witness: null, simulationId: null })
  const inner = { data: { page: 1 }, witness }
  expect(split(inner)).toEqual({ text: JSON.stringify(inner), witness: null, simulationId: null })
})

test.each([
  ['a witness alone', JSON.stringify(witness), 'witness of a simulation, which stands beside'],
  [
    'a file with two packets',
    '{"format":"vaultwright-packet","packet":"0x00","packet":"0x01"}',
    'twice',
  ],
  ['a file in a file', printPacketFile(printPacketFile('0x00', '{}'), '{}'), 'form is not known'],
])('refuses: %s', (_, text, words) => {
  expect(() => openPacket(text)).toThrow(words)
})
