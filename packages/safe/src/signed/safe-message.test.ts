import { printHex } from '@vaultwright/base'
import fc from 'fast-check'
import { getAddress, hashMessage, hashTypedData } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { openSafeMessage, safeMessageHashesOf } from './safe-message.ts'

const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(printHex)
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(printHex(bytes)))
const permit = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'parts', type: 'Part[]' },
    ],
    Part: [{ name: 'amount', type: 'uint256' }],
  },
  primaryType: 'Permit',
  domain: { name: 'Token', chainId: 1 },
  message: {
    owner: '0x1111111111111111111111111111111111111111',
    value: '7',
    parts: [{ amount: '1' }, { amount: '2' }],
  },
}
const open = (value: unknown) => openSafeMessage(JSON.stringify(value))

test('law: the hash that owners sign is that of typed data of SafeMessage, as viem hashes it', () => {
  fc.assert(
    fc.property(word, address, fc.nat(2 ** 31), (dataHash, safe, chainId) => {
      const types = { SafeMessage: [{ name: 'message', type: 'bytes' }] }
      const typed = { types, primaryType: 'SafeMessage', message: { message: dataHash } } as const
      const hashOf = (version: string) =>
        safeMessageHashesOf(dataHash, { safe, chainId, version }).safeMessage
      const bound = { chainId, verifyingContract: safe }
      expect(hashOf('1.4.1')).toBe(hashTypedData({ ...typed, domain: bound }))
      const free = { verifyingContract: safe }
      expect(hashOf('1.1.1')).toBe(hashTypedData({ ...typed, domain: free }))
    }),
    { numRuns: runsOf(0.5) },
  )
})

test('golden: a text is hashed as wallets do, to its last byte, and typed data with all its fields', () => {
  for (const text of ['Sign in', 'Sign in\n', '', 'ä', '0x1234']) {
    expect(openSafeMessage(text)).toMatchObject({ kind: 'text', text, dataHash: hashMessage(text) })
  }
  expect(open(permit)).toMatchObject({
    kind: 'typed_data',
    primaryType: 'Permit',
    fields: permit.message,
    dataHash: hashTypedData(permit as never),
  })
  // JSON that is not typed data is a text as well.
  expect(open({ hello: 1 })).toMatchObject({ kind: 'text', dataHash: hashMessage('{"hello":1}') })
})

test('refuses: fields that nothing hashes, at any depth, missing ones, and documents of a Safe', () => {
  const { message, domain, types } = permit
  const refused = [
    [{ ...permit, note: 'free' }, 'has the field "note", which nothing hashes'],
    [{ ...permit, message: { ...message, note: 1 } }, 'message has the field "note"'],
    [{ ...permit, message: { ...message, parts: [{ amount: '1', x: 1 }] } }, 'parts[0] has the'],
    [{ ...permit, domain: { ...domain, salt: '0x' } }, 'domain has the field "salt"'],
    [{ ...permit, message: { owner: message.owner, parts: [] } }, 'message.value is missing'],
    [{ ...permit, message: { ...message, parts: {} } }, 'is not a list of Part'],
    [{ ...permit, message: { ...message, owner: '0x12' } }, 'cannot be hashed'],
    [{ ...permit, types: { ...types, Part: 'uint256' } }, 'is not a list of fields'],
    [{ ...permit, primaryType: 'SafeTx' }, 'read it with safe hash'],
    [{ ...permit, primaryType: 'SafeMessage' }, 'and not the message: give that'],
    [{ ...permit, domain: null }, 'lacks types, domain'],
  ] as const
  for (const [value, reason] of refused) expect(() => open(value)).toThrow(reason)
  expect(() => openSafeMessage('{"types": {}, "types": {}}')).toThrow('types')
  expect(() => openSafeMessage('{')).toThrow()
})
