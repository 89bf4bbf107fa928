import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSignedDocument } from '@vaultwright/safe'
import { expect, test } from 'vitest'
import { plain } from '../terminal/style.ts'
import { aroundJsonOf, callsBeside, printAround, printBeside, signedJsonOf } from './signed.ts'

const folder = join(import.meta.dirname, '../../../../fixtures/safe')
const call = openSignedDocument(readFileSync(join(folder, 'service.json'), 'utf8'))
const around = { call, path: '0.0', manager: null, sender: null }

test('golden: a line a layer, delegate calls and calls beside the batch marked', () => {
  expect([...printAround(around, plain)].join('')).toMatchInlineSnapshot(`
    "Safe transaction of 0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3
      nonce 42, states the hash 0x81309a0fbec8193b6ee8a0929fc3ca76f7f164b2aa651d334d56fd137d11c1cd
      0  DELEGATE CALL  MultiSend, 3 calls on 0x9641d764fc13c8B624c04430C7356C1C7C8102e2 (MultiSendCallOnly 1.4.1)
        Warning: MultiSendCallOnly 1.4.1 refuses delegate calls: the whole reverts.
        0.0  Manager batch on 0xF47ec4c63CBC5f3ceeB910a649500B109578b23c
          This batch is looked at below.
        0.1  setUserRole(address,uint8,bool) (roles authority) on 0x7171717171717171717171717171717171717171
          user  0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A
          role  7
          enabled  true
        0.2  DELEGATE CALL  call 0xa9059cbb (4 bytes) on 0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A with 5 wei
          Warning: The Safe runs the code of 0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A as its own. It is neither a MultiSend library that is known nor a call of Multicall3 that makes calls: it may do anything, whatever the calls below say.
          Warning: no Manager checks this call: 0xa9059cbb (4 bytes)

    "
  `)
  expect([...printBeside(around, plain)].join('')).toMatchInlineSnapshot(`
    "But the Safe runs code that is not known as its own: it may do anything.
    Beside this batch, 2 other calls run that no Manager checks.
    "
  `)
})

test('law: what runs beside a batch is every other call that has no calls inside', () => {
  expect(callsBeside(around)).toEqual({ count: 2, isForeignCode: true })
  expect(callsBeside(null)).toEqual({ count: 0, isForeignCode: false })
  expect(aroundJsonOf(null)).toEqual({})
})

test('behavior: the JSON has every call with its path, its facts and its notes', () => {
  expect(signedJsonOf(call)).toMatchObject({
    kind: 'safe_transaction',
    facts: { nonce: 42n },
    calls: [
      {
        path: '0',
        operation: 'delegatecall',
        facts: { library: 'MultiSendCallOnly 1.4.1' },
        calls: [
          { path: '0.0' },
          { path: '0.1', kind: 'admin_call' },
          { operation: 'delegatecall' },
        ],
      },
    ],
  })
})
