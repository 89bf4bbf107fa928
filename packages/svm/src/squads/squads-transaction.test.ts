import fc from 'fast-check'
import { expect, test } from 'vitest'
import { squadsAccountOf } from '../../../../test/solana/support/squads-account.ts'
import { type SvmAddress, svmAddressOf } from '../address/address.ts'
import { encodeBase64 } from '../bytes/base64.ts'
import { readonlyAccount, writableAccount } from '../call/instruction.ts'
import { MalformedTransactionError } from '../message/decode-transaction.ts'
import { squadsVaultOf } from './squads-address.ts'
import { decodeSquadsTransaction, isSquadsTransaction } from './squads-transaction.ts'

const key = (byte: number) => svmAddressOf(new Uint8Array(32).fill(byte))
const multisig = key(1)
const vault = squadsVaultOf(multisig, 2)

type Call = { readonly accounts: readonly number[]; readonly data: Uint8Array }

/** The vault, two accounts that are written, and two that are read. */
const accountsOf = (first: SvmAddress) => [
  { address: first, isSigner: true, isWritable: true },
  ...[11, 12].map((byte) => writableAccount(key(byte))),
  ...[13, 14].map((byte) => readonlyAccount(key(byte))),
]

function accountOf(calls: readonly Call[], first: SvmAddress = vault): Uint8Array {
  const accounts = accountsOf(first)
  const instructions = calls.map(({ accounts: numbers, data }) => ({
    program: key(14),
    accounts: numbers.map((number) => accounts[number]!),
    data,
  }))
  const facts = { multisig, vaultIndex: 2, creator: key(3), index: 77n }
  return squadsAccountOf({ ...facts, accounts, instructions })
}

const anyCalls = fc.array(
  fc.record({
    accounts: fc.array(fc.nat(4), { maxLength: 5 }),
    data: fc.uint8Array({ maxLength: 9 }),
  }),
  { minLength: 1, maxLength: 4 },
)

test('law: what an account holds is read back, with the flags of its header', () => {
  fc.assert(
    fc.property(anyCalls, (calls) => {
      const bytes = accountOf(calls)
      expect([isSquadsTransaction(bytes), isSquadsTransaction(encodeBase64(bytes))]).toEqual([
        true,
        true,
      ])
      const { transaction, ...facts } = decodeSquadsTransaction(encodeBase64(bytes))
      expect(facts).toEqual({ multisig, creator: key(3), index: 77n, vaultIndex: 2 })
      const accounts = accountsOf(vault)
      expect(transaction.accounts).toEqual(accounts)
      expect(transaction.message?.instructions).toEqual(
        calls.map(({ accounts: numbers, data }) => ({
          program: key(14),
          accounts: numbers.map((number) => accounts[number]),
          data,
        })),
      )
    }),
  )
})

test('refuses: bytes that break off, and a transaction that another account pays', () => {
  const bytes = accountOf([{ accounts: [1], data: Uint8Array.of(1) }])
  fc.assert(
    fc.property(fc.integer({ min: 8, max: bytes.length - 1 }), (length) => {
      expect(() => decodeSquadsTransaction(bytes.slice(0, length))).toThrow(
        MalformedTransactionError,
      )
    }),
  )
  expect(() => decodeSquadsTransaction(accountOf([], key(9)))).toThrow(/pays, and not the vault/)
  expect(isSquadsTransaction('')).toBe(false)
})
