import type { Address, Hex } from '@vaultwright/base'
import type { Witness } from '@vaultwright/proof'
import { encodeMultiSend, openSignedCall } from '@vaultwright/safe'
import { expect, test } from 'vitest'
import { headerAt } from '../../../../test/support/evm/made-state.ts'
import { judgeCalls } from '../call-judgement.ts'
import {
  type PacketSimulation,
  type SimulationReplay,
  simulationReasons,
} from './simulation-reason.ts'
import { witnessedLayerOf } from './witnessed-layer.ts'

const safe: Address = `0x${'aa'.repeat(20)}`
const target: Address = `0x${'bb'.repeat(20)}`
const multiSend: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'
const data: Hex = '0x8456cb59'
const hash: Hex = `0x${'11'.repeat(32)}`
const witness: Witness = {
  chainId: 1,
  hardfork: 'osaka',
  blockHash: hash,
  header: headerAt(1_000n),
  ancestors: [],
  nodes: [],
  codes: [],
  request: {
    from: safe,
    to: target,
    data,
    value: 0n,
    gas: 2n ** 24n,
    timestamp: 1_001n,
    vault: undefined,
    watch: [],
  },
}
const success: SimulationReplay = {
  ok: true,
  blockHash: hash,
  blockNumber: 120n,
  blockTime: 1_000n,
  failure: null,
  unknowable: [],
}
const proven: PacketSimulation = { witness, hashSource: 'signer', replay: success }

/** Layers as `judgePacket` has them, of one call by the Safe. */
function layersOf(call: { to: Address; data: Hex; operation?: 'call' | 'delegatecall' }) {
  const signed = openSignedCall({ value: 0n, operation: 'call', ...call })
  const rules = { root: null, reads: {}, rules: new Map() as never, naming: {} as never }
  return judgeCalls(signed, safe, rules)
}
const ownLayers = layersOf({ to: target, data })
const several = (...calls: readonly Hex[]) =>
  layersOf({
    to: multiSend,
    operation: 'delegatecall',
    data: encodeMultiSend(calls.map((inner) => ({ to: target, value: 0n, data: inner }))),
  })
const codesOf = (layers: typeof ownLayers, changes: Partial<PacketSimulation> = {}, chainId = 1) =>
  simulationReasons(layers, { ...proven, ...changes }, { chainId, vault: target }).map(
    ({ weight, code, path }) => `${weight} ${code} ${path}`,
  )

test('default: a simulation that was proven from the signer’s own hash is a note', () => {
  expect(codesOf(ownLayers)).toEqual(['note simulation_proven '])
})

test.each([
  ['no hash yet', { replay: null }, 'incomplete simulation_hash_missing '],
  [
    'a hash that the packet brought',
    { hashSource: 'packet' },
    'incomplete simulation_hash_stated ',
  ],
  [
    'a witness that does not hold',
    { replay: { ok: false, message: 'x' } },
    'no simulation_refused ',
  ],
  [
    'a file that is not a witness',
    { witness: null, replay: { ok: false, message: 'x' } },
    'no simulation_refused null',
  ],
  [
    'an end that is not known yet',
    { replay: { ...success, unknowable: ['COINBASE'] } },
    'incomplete simulation_unknowable ',
  ],
  ['a call that fails', { replay: { ...success, failure: 'It reverts.' } }, 'no simulation_fails '],
  [
    'other calldata',
    { witness: { ...witness, request: { ...witness.request, data: '0x00' } } },
    'no simulation_differs ',
  ],
] as const)('refuses: %s', (_, changes, expected) => {
  expect(codesOf(ownLayers, changes as Partial<PacketSimulation>)).toEqual([expected])
})

test('refuses: a call that fails, though its hash came with the packet, and both are said', () => {
  const replay = { ...success, failure: 'It reverts.' }
  expect(codesOf(ownLayers, { hashSource: 'packet', replay })).toEqual([
    'incomplete simulation_hash_stated ',
    'no simulation_fails ',
  ])
})

test('refuses: the same call made by another account, or on another chain', () => {
  const foreignLayers = layersOf({ to: target, data }).map((layer) => ({
    ...layer,
    sender: target,
  }))
  expect(codesOf(foreignLayers)).toEqual(['no simulation_differs '])
  expect(codesOf(ownLayers, {}, 10)).toEqual(['no simulation_differs '])
})

test('law: of several calls the one that was simulated is found, with what comes before and after it', () => {
  const layers = several('0x01', '0x02', data, '0x03')
  expect(witnessedLayerOf(layers, witness, 1)).toEqual({
    path: '2',
    match: { ok: true, unknown: [] },
    before: ['0', '1'],
    after: ['3'],
  })
  expect(codesOf(layers)).toEqual([
    'incomplete simulation_partial 2',
    'note simulation_partial 2',
    'note simulation_proven 2',
  ])
  expect(codesOf(several(data, '0x03'))).toEqual([
    'note simulation_partial 0',
    'note simulation_proven 0',
  ])
})

test('refuses: borrowed code is not the call that was simulated', () => {
  const layers = layersOf({ to: target, data, operation: 'delegatecall' })
  expect(codesOf(layers)).toEqual(['no simulation_differs null'])
})

test('default: what the packet does not say stays open', () => {
  const layers = ownLayers.map((layer) => ({ ...layer, sender: null }))
  expect(codesOf(layers)).toEqual(['incomplete simulation_unmatched ', 'note simulation_proven '])
})

const requestWith = (terms: Partial<Witness['request']>) => ({
  witness: { ...witness, request: { ...witness.request, ...terms } },
})

test.each([
  ['balances of another account', { vault: safe }],
  ['a time that is that of its block', { timestamp: 1_000n }],
  ['a time that is years later', { timestamp: 2n ** 40n }],
  ['more gas than a transaction may have', { gas: 2n ** 24n + 1n }],
  ['more gas than its block has', { gas: 900_000_000n }],
  ['less gas than a simulation gives', { gas: 2n ** 24n - 1n }],
] as const)('refuses: %s', (_, terms) => {
  expect(codesOf(ownLayers, requestWith(terms))).toEqual(['no simulation_differs '])
})

test('default: balances of no vault, or of one that only the file names, stay open', () => {
  const open = 'incomplete simulation_terms '
  expect(codesOf(ownLayers, requestWith({ vault: target }))).toEqual(['note simulation_proven '])
  expect(codesOf(ownLayers, requestWith({ vault: null }))).toEqual([
    open,
    'note simulation_proven ',
  ])
  const place = { chainId: 1, vault: null }
  const [reason] = simulationReasons(
    ownLayers,
    { ...proven, ...requestWith({ vault: target }) },
    place,
  )
  expect(reason).toMatchObject({ weight: 'incomplete', code: 'simulation_terms' })
})
