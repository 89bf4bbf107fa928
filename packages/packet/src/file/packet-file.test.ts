import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAddress } from '@vaultwright/merkle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountOf } from '../account.ts'
import { openPacket } from '../packet.ts'
import { emptyHandOver, type HandOver } from './hand-over.ts'
import { printPacketFile, splitPacketFile } from './packet-file.ts'

const folder = join(import.meta.dirname, '../../../../fixtures/safe')
const target = `0x${'bb'.repeat(20)}`
const witness = { format: 'vaultwright-witness', version: 1, chainId: 1 }
const simulation = { target, encoded_tx_data: '0x8456cb59', chain_id: 1 }
const split = (value: unknown) => splitPacketFile(JSON.stringify(value), value)

const nothingBeside = { witness: null, simulationId: null, handOver: null }

const account = fc
  .bigInt({ min: 1n, max: 2n ** 160n - 1n })
  .map((number) => parseAddress(`0x${number.toString(16).padStart(40, '0')}`))
const handOvers: fc.Arbitrary<HandOver> = fc.record({
  safe: fc.option(account),
  chainId: fc.option(fc.integer({ min: 1 })),
  version: fc.option(fc.constantFrom('1.4.1', '1.3.0', '1.4.1+L2')),
  nonce: fc.option(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })),
  vault: fc.option(account),
  tree: fc.option(fc.string({ unit: 'grapheme' })),
  managerTree: fc.option(fc.string()),
  rootProof: fc.option(fc.string()),
  simulationId: fc.option(fc.stringMatching(/^[\w-]{20,64}$/)),
})

test('law: a file gives back what stands beside its packet, and changes nothing of the packet', () => {
  const typed = readFileSync(join(folder, 'typed-data.json'), 'utf8')
  const unstated = { safe: null, chainId: null, nonce: null }
  fc.assert(
    fc.property(handOvers, (beside) => {
      const handOver = { ...beside, ...unstated, vault: parseAddress(target) }
      const packet = openPacket(printPacketFile(typed, null, handOver))
      const simulationId = handOver.simulationId
      expect(packet).toEqual({ ...openPacket(typed), simulationId, handOver })
      const bare = openPacket(printPacketFile('0x8456cb59', null, { ...beside, version: '1.4.1' }))
      expect(bare.handOver).toEqual({ ...beside, version: '1.4.1' })
      const { safe, chainId, nonce } = beside
      expect(accountOf(bare)).toMatchObject({ safe, chainId, nonce, version: '1.4.1' })
    }),
  )
})

test('golden: a file of version 1 is still read', () => {
  const file = { format: 'vaultwright-packet', version: 1, packet: '0x8456cb59', witness }
  const packet = openPacket(JSON.stringify(file))
  expect(packet).toMatchObject({ text: '0x8456cb59', witness: JSON.stringify(witness) })
})

const fileWith = (beside: object) =>
  JSON.stringify({ format: 'vaultwright-packet', version: 2, packet: '0x8456cb59', ...beside })

test.each([
  ['a Safe that is none', { safe: '0x12' }, '"0x12"'],
  ['a nonce beyond every nonce', { nonce: String(2n ** 256n) }, 'more than any nonce'],
  ['a nonce as a number', { nonce: 7 }, 'nonce is 7'],
  ['a version that is none', { safe_version: '1.4' }, 'safe_version is "1.4"'],
  ['a chain that is none', { chain_id: 1.5 }, 'chain_id is 1.5'],
  ['a key that nothing reads', { packets: [] }, '"packets" is not known'],
  ['a link in place of a name', { simulation: 'https://x/simulations/a' }, 'simulation is'],
  ['another version', { version: 3 }, 'form is not known'],
])('refuses: %s', (_, beside, words) => {
  expect(() => openPacket(fileWith(beside))).toThrow(words)
})

test('refuses: a file whose Safe, chain or nonce is not the packet’s own', () => {
  const typed = readFileSync(join(folder, 'typed-data.json'), 'utf8')
  const facts = [{ safe: parseAddress(target) }, { chainId: 5 }, { nonce: 99_999n }]
  for (const fact of facts)
    expect(() => openPacket(printPacketFile(typed, null, { ...emptyHandOver, ...fact }))).toThrow(
      "the packet's own is",
    )
})

test('law: a file gives back its packet and its witness, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.jsonValue(), (text, extra) => {
      const witnessText = JSON.stringify({ ...witness, extra })
      const file = printPacketFile(text, witnessText)
      const apart = splitPacketFile(file, JSON.parse(file))
      expect(apart).toEqual({ text, witness: witnessText, simulationId: null, handOver: null })
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
  expect(split(value)).toEqual({ text: JSON.stringify(value), ...nothingBeside })
  const inner = { data: { page: 1 }, witness }
  expect(split(inner)).toEqual({ text: JSON.stringify(inner), ...nothingBeside })
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
