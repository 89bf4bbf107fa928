import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { managerSelectors } from '@vaultwright/registry'
import {
  buildSafeTransaction,
  encodeMultiSend,
  encodeSafeExecution,
  openSignedCall,
  openSignedDocument,
  timelockPairOf,
} from '@vaultwright/safe'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { managerBatchIn } from './manager-batch.ts'

const folder = join(import.meta.dirname, '../../../../fixtures/safe')
const manager: Address = '0xF47ec4c63CBC5f3ceeB910a649500B109578b23c'
const batch: Hex = `${managerSelectors.manageVaultWithMerkleVerification}00`
const any = { path: undefined, manager: null }
const service = openSignedDocument(readFileSync(join(folder, 'service.json'), 'utf8'))
const multiSend = (calls: readonly { readonly data: Hex; readonly value?: bigint }[]) =>
  openSignedCall({
    to: null,
    value: 0n,
    operation: 'call',
    data: encodeMultiSend(calls.map(({ data, value = 0n }) => ({ to: manager, value, data }))),
  })

test('law: the batch is found wherever it is among other calls, and by its path', () => {
  fc.assert(
    fc.property(fc.nat(4), fc.nat(4), (before, after) => {
      const padding = (count: number) => Array<{ data: Hex }>(count).fill({ data: '0xdeadbeef' })
      const signed = multiSend([...padding(before), { data: batch }, ...padding(after)])
      const expected = { path: String(before), data: batch, manager, sender: null }
      expect(managerBatchIn(signed, any)).toEqual(expected)
      expect(managerBatchIn(signed, { path: String(before), manager })).toEqual(expected)
    }),
  )
})

test('golden: the batch of the transaction that a service wrote', () => {
  const safe = '0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3'
  expect(managerBatchIn(service, { ...any, manager })).toMatchObject({
    path: '0.0',
    manager,
    sender: safe,
  })
})

test('behavior: the sender is the account that makes the call, not the one whose code runs', () => {
  const [safe, timelock, outsider] = ['11', '22', '33'].map(
    (byte): Address => `0x${byte.repeat(20)}`,
  )
  const call = { to: manager, value: 0n, data: batch }
  const terms = { predecessor: `0x${'00'.repeat(32)}`, salt: `0x${'00'.repeat(32)}` } as const
  const plan = { timelock: timelock!, calls: [call], ...terms, delaySeconds: 1n }
  const { schedule } = timelockPairOf(plan)
  const senderOf = (inner: typeof call, to: Address, operation: 'call' | 'delegatecall') => {
    const transaction = buildSafeTransaction([inner, inner], { multiSend: to, nonce: 0n })
    const data = encodeSafeExecution({ ...transaction, operation, signatures: '0x' })
    const signed = openSignedCall({ to: safe!, value: 0n, operation: 'call', data })
    return managerBatchIn(signed, { path: inner === call ? '0.0' : '0.0.0', manager }).sender
  }
  expect(senderOf(call, outsider!, 'delegatecall')).toBe(safe)
  expect(senderOf(call, outsider!, 'call')).toBe(outsider)
  expect(senderOf(schedule as typeof call, outsider!, 'delegatecall')).toBe(timelock)
})

test.each([
  ['no batch', multiSend([{ data: '0xdeadbeef' }]), any, 'no batch of a Manager inside'],
  ['several batches', multiSend([{ data: batch }, { data: batch }]), any, '--inside: 0, 1'],
  ['another path', service, { path: '0.1', manager: null }, '--inside: 0.0'],
  ['another Manager', service, { path: undefined, manager: zeroAddress }, `goes to ${manager}`],
  ['coin for a Manager', multiSend([{ data: batch, value: 5n }]), any, 'brings 5 wei'],
])('refuses: %s', (_, signed, choice, text) => {
  expect(() => managerBatchIn(signed, choice)).toThrow(
    expect.objectContaining({ code: 'manager_batch', shortMessage: expect.stringContaining(text) }),
  )
})

test('refuses: a batch beside a layer that cannot be read', () => {
  const damaged: Hex = `${encodeMultiSend([])}01`
  const cut = multiSend([{ data: batch }, { data: damaged.slice(0, -66) as Hex }])
  expect(() => managerBatchIn(cut, any)).toThrow(expect.objectContaining({ code: 'safe_calldata' }))
})
