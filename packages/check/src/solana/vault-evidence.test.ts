import { encodeBase64, type SvmAccount, type SvmAddress, svmAddressOf } from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ForeignEvidenceError, parseEvidence } from './vault-evidence.ts'

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(svmAddressOf)
const account: fc.Arbitrary<SvmAccount> = fc.record({
  lamports: u64,
  owner: address,
  data: fc.uint8Array({ maxLength: 40 }),
  executable: fc.boolean(),
})
const accounts = fc
  .array(fc.tuple(address, fc.option(account)), { maxLength: 4 })
  .map((entries) => new Map(entries))

function printed(vault: SvmAddress, slot: bigint, read: ReadonlyMap<string, SvmAccount | null>) {
  return {
    vault_address: vault,
    slot: String(slot),
    definition: 'kind: solana',
    accounts: [...read].map(([key, value]) => ({
      address: key,
      account:
        value === null
          ? null
          : {
              lamports: String(value.lamports),
              owner: value.owner,
              data_base64: encodeBase64(value.data),
              executable: value.executable,
            },
    })),
  }
}

test('law: what a service answers is read back, byte by byte', () => {
  fc.assert(
    fc.property(address, u64, accounts, (vault, slot, read) => {
      const document = printed(vault, slot, read)
      const evidence = { vault, definition: 'kind: solana', snapshot: { slot, accounts: read } }
      expect(parseEvidence(JSON.stringify({ data: document }))).toEqual(evidence)
      expect(parseEvidence(JSON.stringify(document))).toEqual(evidence)
    }),
  )
})

const vault = svmAddressOf(new Uint8Array(32).fill(7))
const outsider = svmAddressOf(new Uint8Array(32).fill(8))
const owned = { lamports: '1', owner: outsider, data_base64: 'AA==', executable: false }
const sound = { vault_address: vault, slot: '5', definition: null, accounts: [] as object[] }

test('golden: an account that does not exist is null, one that was not asked for is not there', () => {
  const { snapshot, definition } = parseEvidence(
    JSON.stringify({ ...sound, accounts: [{ address: outsider, account: null }] }),
  )
  expect(definition).toBe(null)
  expect(snapshot.accounts.get(outsider)).toBe(null)
  expect(snapshot.accounts.has(vault)).toBe(false)
})

test.each([
  ['words', 'hello', 'not JSON'],
  ['a number', '1', 'not an object'],
  ['another letter case', { ...sound, vault_address: vault.toLowerCase() }, 'not an address'],
  ['an EVM address', { ...sound, vault_address: `0x${'1'.repeat(40)}` }, 'not an address'],
  ['a slot with a point', { ...sound, slot: '1.5' }, 'slot'],
  ['no accounts', { ...sound, accounts: {} }, 'not a list'],
  [
    'an account twice',
    { ...sound, accounts: [0, 1].map(() => ({ address: outsider, account: null })) },
    'twice',
  ],
  [
    'data that is not base64',
    { ...sound, accounts: [{ address: outsider, account: { ...owned, data_base64: 'A' } }] },
    'not base64',
  ],
  [
    'a negative balance',
    { ...sound, accounts: [{ address: outsider, account: { ...owned, lamports: '-1' } }] },
    'lamports',
  ],
])('refuses: %s', (_, document, reason) => {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  expect(() => parseEvidence(text)).toThrow(ForeignEvidenceError)
  expect(() => parseEvidence(text)).toThrow(reason)
})
