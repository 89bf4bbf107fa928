import { type Hex, printHex } from '@vaultwright/base'
import fc from 'fast-check'
import { getAddress, hashMessage } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import {
  hasHighS,
  type OwnerSignature,
  packSignatures,
  parseOwnerSignature,
  printOwnerSignature,
  recoverOwner,
  unpackSignatures,
} from './owner-signature.ts'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(printHex)
const address = bytes(20).map((text) => getAddress(text))
const payload = fc.uint8Array({ maxLength: 200 }).map(printHex)
const recovered = (kind: 'typed_data' | 'eth_sign', values: readonly number[]) =>
  fc
    .tuple(bytes(64), fc.constantFrom(...values))
    .map(([rs, v]): OwnerSignature => ({ kind, bytes: `${rs}${v.toString(16)}` as Hex }))
const checked = fc.oneof(
  recovered('typed_data', [27, 28]),
  recovered('eth_sign', [31, 32]),
  address.map((owner): OwnerSignature => ({ kind: 'approved_hash', owner })),
  fc.record({ kind: fc.constant('contract' as const), owner: address, payload }),
)
const passkey = fc.record({ kind: fc.constant('passkey' as const), owner: address, payload })

test('law: a printed signature is parsed as it was', () => {
  fc.assert(
    fc.property(fc.oneof(checked, passkey), (signature) => {
      expect(parseOwnerSignature(printOwnerSignature(signature))).toEqual(signature)
    }),
  )
})

test('law: packed signatures unpack to the same, owners rising', () => {
  const signed = fc.uniqueArray(fc.record({ owner: address, signature: checked }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ owner }) => owner,
  })
  fc.assert(
    fc.property(signed, (entries) => {
      const rising = entries.toSorted((first, second) =>
        BigInt(first.owner) < BigInt(second.owner) ? -1 : 1,
      )
      const packed = packSignatures(entries)
      expect(unpackSignatures(packed, entries.length)).toEqual(
        rising.map(({ signature }) => signature),
      )
      expect(packSignatures(rising)).toBe(packed)
    }),
  )
})

test('golden: the owner of both kinds of key signatures is the one that viem signed with', async () => {
  const key: Hex = `0x${'11'.repeat(32)}`
  const owner = privateKeyToAccount(key).address
  const hash: Hex = `0x${'ab'.repeat(32)}`
  const typed = await sign({ hash, privateKey: key, to: 'hex' })
  const message = await sign({ hash: hashMessage({ raw: hash }), privateKey: key, to: 'hex' })
  const raised = `${message.slice(0, -2)}${(Number.parseInt(message.slice(-2), 16) + 4).toString(16)}`
  for (const text of [typed, raised as Hex]) {
    const signature = parseOwnerSignature(text)
    expect(await recoverOwner(signature, hash)).toBe(owner)
    expect(await recoverOwner(signature, `0x${'ac'.repeat(32)}`)).not.toBe(owner)
    expect(hasHighS(signature)).toBe(false)
  }
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const high = order - BigInt(`0x${typed.slice(66, 130)}`)
  const v = typed.endsWith('1b') ? '1c' : '1b'
  const twin = parseOwnerSignature(
    `${typed.slice(0, 66)}${high.toString(16).padStart(64, '0')}${v}` as Hex,
  )
  expect(hasHighS(twin)).toBe(true)
  expect(await recoverOwner(twin, hash)).toBe(owner)
})

test('refuses: what no Safe reads as an owner', () => {
  const word = (digits: string) => digits.padStart(64, '0')
  const owner = word('aa'.repeat(20))
  const cases: readonly (readonly [string, RegExp])[] = [
    ['0x', /has 0 bytes/],
    ['0x0', /not hex/],
    [`0x${'11'.repeat(64)}05`, /v = 5/],
    [`0x${'11'.repeat(64)}1d`, /v = 29/],
    [`0x${'11'.repeat(64)}1b00`, /has 66 bytes; its own are 65/],
    [`0x01${owner.slice(2)}${word('')}01`, /not an address/],
    [`0x${owner}${word('41')}00`, /ends before/],
    [`0x${owner}${word('41')}00${word('5')}1122`, /payload of 5 bytes/],
    [`0x${owner}${'ff'.repeat(32)}00${word('')}`, /ends before/],
    [`0x${owner}${word('41')}00${word('1')}1122`, /has 99 bytes; its own are 98/],
  ]
  for (const [text, message] of cases)
    expect(() => parseOwnerSignature(text as Hex)).toThrow(message)
  const twice = { owner: getAddress(`0x${'aa'.repeat(20)}`), kind: 'approved_hash' } as const
  const signed = { owner: twice.owner, signature: twice }
  expect(() => packSignatures([signed, signed])).toThrow(/stands twice/)
  const key = { kind: 'passkey', owner: twice.owner, payload: '0x' } as const
  expect(() => packSignatures([{ owner: twice.owner, signature: key }])).toThrow(/passkey/)
  expect(() => unpackSignatures(`0x${'11'.repeat(65)}`, 2)).toThrow(/needs 130 bytes/)
})
