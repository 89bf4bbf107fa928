import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSignedDocument, safeHashesOf, safeHashInputOf } from '@vaultwright/safe'
import { expect, test } from 'vitest'
import { plain } from '../../terminal/style.ts'
import { approvalsOf, parseOuterSafe } from './approval.ts'
import { hashJsonOf, printHashes } from './hash-print.ts'
import { hashedOf } from './hashed-transaction.ts'

const folder = join(import.meta.dirname, '../../../../../fixtures/safe')
const options = {
  safe: null,
  nonce: null,
  multiSend: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
} as const
const openFixture = (name: string) => {
  const signed = openSignedDocument(readFileSync(join(folder, name), 'utf8'))
  return [signed, safeHashInputOf(signed, options)] as const
}
const service = openFixture('service.json')
const typed = openFixture('typed-data.json')
const outer = '0x1111111111111111111111111111111111111111'

test('law: each outer Safe approves the hash of the one before', () => {
  const hashed = hashedOf(...service, { chain: 'mainnet', version: '1.4.1' })
  const outers = [`${outer}=7`, `${service[1].safe}=8@1.1.1`].map(parseOuterSafe)
  const [first, second] = approvalsOf(hashed, outers)
  const [hashes] = hashed.hashes
  expect(first!.transaction).toMatchObject({
    to: service[1].safe,
    data: `0xd4d9bdcd${hashes!.transaction.slice(2)}`,
    nonce: 7n,
  })
  expect(second!.transaction).toMatchObject({
    to: outer,
    data: `0xd4d9bdcd${first!.hashes.transaction.slice(2)}`,
  })
  const account = { safe: second!.safe, chainId: 1, version: '1.1.1' }
  expect(second!.hashes).toEqual(safeHashesOf(second!.transaction, account))
})

test('golden: the hashes whole and in groups, with what is signed above', () => {
  const hashed = hashedOf(...service, { chain: '1', version: null })
  const result = { ...hashed, approvals: [] }
  expect([...printHashes(result, plain)].join('')).toMatchInlineSnapshot(`
    "Safe transaction of 0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3
      nonce 42, states the hash 0x81309a0fbec8193b6ee8a0929fc3ca76f7f164b2aa651d334d56fd137d11c1cd
      0  DELEGATE CALL  MultiSend, 3 calls on 0x9641d764fc13c8B624c04430C7356C1C7C8102e2 (MultiSendCallOnly 1.4.1)
        Warning: MultiSendCallOnly 1.4.1 refuses delegate calls: the whole reverts.
        0.0  Manager batch on 0xF47ec4c63CBC5f3ceeB910a649500B109578b23c
        0.1  setUserRole(address,uint8,bool) (roles authority) on 0x7171717171717171717171717171717171717171
          user  0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A
          role  7
          enabled  true
        0.2  DELEGATE CALL  call 0xa9059cbb (4 bytes) on 0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A with 5 wei
          Warning: The Safe runs the code of 0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A as its own. It is not a MultiSend library that is known: it may do anything, whatever the calls below say.

    Safe   0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3
    nonce  42

    Safe 1.3.0 to 1.5.0, chain 1 in the domain
      domain hash   0xf6e2adf8885c5c9b01a2ff1f819f037867c918ae79bd3be54a7a704e7c3e084b
                    F6E2ADF8 885C5C9B 01A2FF1F 819F0378 67C918AE 79BD3BE5 4A7A704E 7C3E084B
      message hash  0xa75c667fd5e0f069fad197a7918a858ef1623ed87218b52432b1337e61bf75ee
                    A75C667F D5E0F069 FAD197A7 918A858E F1623ED8 7218B524 32B1337E 61BF75EE
      safeTxHash    0x81309a0fbec8193b6ee8a0929fc3ca76f7f164b2aa651d334d56fd137d11c1cd
                    81309a0f bec8193b 6ee8a092 9fc3ca76 f7f164b2 aa651d33 4d56fd13 7d11c1cd

    Ledger shows domain hash and message hash, the Safe app and its service safeTxHash.
    "
  `)
  expect(hashJsonOf(result)).toMatchObject({
    chainId: 1,
    hashes: [{ versions: '1.3.0 to 1.5.0', safeTxHash: service[1].statedHash }],
  })
})

test('behavior: without a version, typed data says whether the chain is in the domain', () => {
  const { hashes } = hashedOf(...typed, { chain: undefined, version: null })
  expect(hashes.map(({ versions }) => versions)).toEqual(['1.3.0 to 1.5.0'])
})

test.each([
  ['a hash that is stated and another', service, { chain: 'base', version: null }],
  ['another chain than the typed data has', typed, { chain: 'base', version: null }],
  [
    'a version without a chain for a domain with one',
    typed,
    { chain: 'mainnet', version: '1.2.0' },
  ],
])('refuses: %s', (_, fixture, words) => {
  expect(() => hashedOf(...fixture, words)).toThrow(
    expect.objectContaining({ code: 'safe_two_readings' }),
  )
})

test('refuses: a hash that needs a chain without one, and an outer Safe without a nonce', () => {
  const words = { chain: undefined, version: null }
  expect(() => hashedOf(...service, words)).toThrow(expect.objectContaining({ code: 'usage' }))
  expect(() => parseOuterSafe(outer)).toThrow(expect.objectContaining({ code: 'usage' }))
  const old = { ...service[1], statedHash: null }
  const both = hashedOf(service[0], old, { chain: '1', version: null })
  expect(() => approvalsOf(both, [parseOuterSafe(`${outer}=1`)])).toThrow(
    expect.objectContaining({ code: 'usage' }),
  )
})
