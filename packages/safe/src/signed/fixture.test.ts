import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import { expect, test } from 'vitest'
import { openSignedDocument } from './document.ts'
import { openSignedCall } from './open-signed.ts'
import { type SignedCall, signedCallsOf } from './signed-call.ts'
import { safeHashesOf, safeHashInputOf } from './signed-hash.ts'

const folder = join(import.meta.dirname, '../../../../fixtures/safe')

function openFixture(name: string): SignedCall {
  const text = readFileSync(join(folder, name), 'utf8').trim()
  if (text.startsWith('{')) return openSignedDocument(text)
  return openSignedCall({ to: null, value: 0n, operation: 'call', data: text as Hex })
}

const linesOf = (call: SignedCall) =>
  signedCallsOf(call).map(({ path, call: { kind, operation, notes } }) =>
    [path.join('.'), kind, operation, ...notes.map((note) => note.kind)].join(' ').trim(),
  )

test.each([
  ['batch.json', ['safe_batch call', '0 manager_batch call']],
  [
    'multi-send.hex',
    [
      'multi_send call',
      '0 manager_batch call',
      '1 admin_call call',
      '2 call delegatecall unknown_code',
    ],
  ],
  [
    'service.json',
    [
      'safe_transaction call',
      '0 multi_send delegatecall call_only',
      '0.0 manager_batch call',
      '0.1 admin_call call',
      '0.2 call delegatecall unknown_code',
    ],
  ],
  ['service-page.json', ['safe_transaction call', '0 manager_batch call']],
  ['typed-data.json', ['safe_transaction call', '0 manager_batch call']],
  ['execution.hex', ['safe_transaction call', '0 manager_batch call']],
  ['timelock.hex', ['timelock call', '0 admin_call call', '1 admin_call call']],
])('golden: %s is opened to its calls', (name, lines) => {
  expect(linesOf(openFixture(name))).toEqual(lines)
})

test('golden: every form of the one transaction holds the same calldata', () => {
  const forms = ['batch.json', 'service-page.json', 'typed-data.json', 'execution.hex']
  const calls = forms.map((name) => openFixture(name).children[0]!)
  for (const call of calls) expect(call).toEqual(calls[0])
})

test('golden: the hash that a service states is the one of its transaction', () => {
  const opened = openFixture('service.json')
  const input = safeHashInputOf(opened, {
    safe: null,
    nonce: null,
    multiSend: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  })
  const account = { safe: input.safe, chainId: 1, version: '1.4.1' }
  expect(safeHashesOf(input.transaction, account).transaction).toBe(input.statedHash)
})
