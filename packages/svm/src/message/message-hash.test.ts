import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { svmAddressOf } from '../address/address.ts'
import { systemTransferInstruction } from '../instruction/system.ts'
import { decodeTransaction } from './decode-transaction.ts'
import { encodeTransaction } from './encode-transaction.ts'
import { messageHashOf } from './message-hash.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(svmAddressOf)

test('law: the hash is SHA-256 of what is signed, whatever the signatures are', () => {
  fc.assert(
    fc.property(key, key, fc.nat(255), (from, to, signature) => {
      fc.pre(from !== to)
      const { bytes } = encodeTransaction({
        version: 0,
        feePayer: from,
        lifetime: to,
        instructions: [systemTransferInstruction({ source: from, recipient: to, lamports: 1n })],
        config: null,
        lookupTables: [],
      })
      const signed = bytes.slice()
      signed.fill(signature, 1, 65)
      const expected = createHash('sha256').update(bytes.subarray(65)).digest()
      expect(Buffer.from(messageHashOf(decodeTransaction(signed)))).toEqual(expected)
    }),
  )
})
