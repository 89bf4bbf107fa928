import type { Address, Hex } from '@vaultwright/base'
import { printPacketFile } from '@vaultwright/packet'
import { parseWitness, printWitness, type Witness } from '@vaultwright/proof'
import { expect, test } from 'vitest'
import type { ReplayState } from '../proof/replay/use-replay.ts'
import { openBesideWitness, packetSimulationOf, witnessTextIn } from './witness-evidence.ts'

const account: Address = `0x${'aa'.repeat(20)}`
const hash: Hex = `0x${'11'.repeat(32)}`
const call = { from: account, to: account, data: '0x8456cb59', value: 0n } as const
const witness: Witness = {
  chainId: 1,
  hardfork: 'osaka',
  blockHash: hash,
  header: '0x',
  ancestors: [],
  nodes: [],
  codes: [],
  request: { ...call, gas: 1n, timestamp: 1n, vault: null, watch: [] },
}
const text = printWitness(witness)
const open = (file: string) =>
  openBesideWitness({ text: file, broughtBy: 'packet', name: 'w.json' })
const typed = { isFromElsewhere: true }
const block = { number: 7n, hash, timestamp: 1n }
const replayed = (outcome: object, unknowable: readonly string[] = []) =>
  ({ kind: 'replayed', replay: { simulation: { outcome, block }, unknowable } }) as never
const replayOf = (state: ReplayState) => packetSimulationOf(open(text), typed, state)?.replay

test('law: a witness is taken out of its own file, of a packet’s, and of a simulation', () => {
  const simulation = { encoded_tx_data: '0x8456cb59', target: account, witness: JSON.parse(text) }
  for (const file of [text, printPacketFile('0x8456cb59', text), JSON.stringify(simulation)]) {
    expect(printWitness(parseWitness(witnessTextIn(file)))).toBe(text)
  }
})

test('refuses: a file without a witness', () => {
  const packet = JSON.stringify({ encoded_tx_data: '0x8456cb59', target: account })
  expect(() => witnessTextIn(packet)).toThrow('holds a packet and no witness')
  expect(() => witnessTextIn(text.slice(0, 99))).toThrow('is not JSON, or was cut')
})

test('default: without a witness there is no evidence, and without a hash it proves nothing yet', () => {
  expect(packetSimulationOf(null, typed, { kind: 'waiting' })).toBeNull()
  expect(replayOf({ kind: 'waiting' })).toBeNull()
  expect(replayOf({ kind: 'running' })).toBeNull()
})

test('refuses: a damaged witness stays beside the packet, as a reason against it', () => {
  const opened = open(text.replace('"nodes":[]', '"nodes":["0x1"]'))
  expect(packetSimulationOf(opened, typed, { kind: 'waiting' })).toMatchObject({
    witness: null,
    replay: { ok: false, message: expect.stringContaining('nodes[0]') },
  })
})

test('law: only a refusal that names its reason is one of the witness', () => {
  const error = Object.assign(new Error('the header has another hash'), { code: 'x' })
  expect(replayOf({ kind: 'refused', error })).toEqual({ ok: false, message: error.message })
  expect(replayOf({ kind: 'refused', error: new TypeError('not loaded') })).toBeNull()
})

test('golden: how the call ends, and from whose hash', () => {
  const success = {
    ok: true,
    blockHash: hash,
    blockNumber: 7n,
    blockTime: 1n,
    failure: null,
  }
  const state = replayed({ status: 'success' }, ['COINBASE'])
  expect(packetSimulationOf(open(text), typed, state)).toEqual({
    witness,
    hashSource: 'signer',
    replay: { ...success, unknowable: ['COINBASE'] },
  })
  const brought = packetSimulationOf(open(text), { isFromElsewhere: false }, state)
  expect(brought?.hashSource).toBe('packet')
  const revert = { name: 'NotPermitted', arguments: {}, data: '0x12345678' }
  const reverted = { status: 'reverted', revert, halt: null, failing: { path: [1, 0] } }
  expect(replayOf(replayed(reverted))).toMatchObject({
    failure: 'The call would revert: NotPermitted(). Call 1.0 fails.',
  })
})
