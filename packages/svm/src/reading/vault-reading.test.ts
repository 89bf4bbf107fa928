import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  svmAccountsOf,
  svmShareMint,
  svmVault,
} from '../../../../test/solana/support/svm-reading-fixture.ts'
import { svmAddressOf } from '../address/address.ts'
import { clockSysvar, defaultVaultProgram, tokenProgram } from '../address/known-address.ts'
import { parseKeptAccounts, printKeptAccounts } from './reading-text.ts'
import { decodeVaultReading, vaultReadingAddresses } from './vault-reading.ts'

const of = { vault: svmVault, program: defaultVaultProgram }
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
const u64 = fc.bigInt(0n, 2n ** 64n - 1n)

test('law: accounts are kept as they were answered, the same answer always as the same text', () => {
  const account = fc.record({
    lamports: u64,
    owner: bytes.map(svmAddressOf),
    executable: fc.boolean(),
    data: fc.uint8Array({ maxLength: 400 }),
  })
  const entries = fc.array(fc.tuple(bytes.map(svmAddressOf), fc.option(account)), { maxLength: 5 })
  const scopes = fc.option(fc.dictionary(fc.string(), fc.constantFrom(1, 'a', null)))
  fc.assert(
    fc.property(u64, entries, scopes, (slot, list, keys) => {
      const scope = keys === null ? {} : { scope: JSON.parse(JSON.stringify(keys)) }
      const reading = { slot, accounts: new Map(list), ...scope }
      const text = printKeptAccounts(reading)
      expect(text).toContain(`"version":${keys === null ? 1 : 2}`)
      expect(parseKeptAccounts(text)).toEqual(reading)
      const turned = { ...reading, accounts: new Map([...reading.accounts].toReversed()) }
      expect(printKeptAccounts(turned)).toBe(text)
    }),
  )
})

test('law: a reading says what its accounts say, in both layouts of the state', () => {
  const draft = fc.record({
    exchangeRate: u64,
    supply: u64,
    shareDecimals: fc.integer({ min: 0, max: 18 }),
    slot: u64,
    unix: fc.bigInt(0n, 2n ** 40n),
    paused: fc.boolean(),
    layout: fc.constantFrom(336 as const, 368 as const),
  })
  fc.assert(
    fc.property(draft, (given) => {
      const { supply, shareDecimals, slot, unix, ...state } = given
      const text = printKeptAccounts(svmAccountsOf(given))
      const reading = decodeVaultReading(parseKeptAccounts(text), of)
      expect(reading).toMatchObject({ slot, unix, shareSupply: supply, shareDecimals, state })
    }),
  )
})

test('golden: three accounts are read of a vault: its state, its share mint and the clock', () => {
  expect(vaultReadingAddresses(of)).toEqual([
    'FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za',
    'y3Sjbo9K9pxTQWMcqDVhvYG98H6u77Y521n68H2Ne1Y',
    clockSysvar,
  ])
})

test('refuses: accounts that are missing, of another vault, another program or another slot', () => {
  const reading = svmAccountsOf()
  const without = (address: typeof svmVault) => ({
    ...reading,
    accounts: new Map([...reading.accounts].filter(([key]) => key !== address)),
  })
  const cases = [
    [without(svmVault), 'mismatched_reading'],
    [without(svmShareMint), 'mismatched_reading'],
    [without(clockSysvar), 'mismatched_reading'],
    [{ ...reading, slot: reading.slot + 1n }, 'mismatched_reading'],
    [svmAccountsOf({ vaultId: 4n }), 'mismatched_reading'],
    [svmAccountsOf({ shareMint: svmVault }), 'mismatched_reading'],
    [svmAccountsOf({ unix: -1n }), 'malformed_account'],
  ] as const
  for (const [accounts, code] of cases) {
    expect(() => decodeVaultReading(accounts, of)).toThrow(expect.objectContaining({ code }))
  }
  const foreign = { ...of, program: tokenProgram }
  expect(() => decodeVaultReading(reading, foreign)).toThrow(
    expect.objectContaining({ code: 'foreign_account' }),
  )
})

test('refuses: a text that is not what accounts are kept as', () => {
  const good = printKeptAccounts(svmAccountsOf())
  const wrong = [
    '',
    '[]',
    'null',
    good.replace('"version":1', '"version":2'),
    good.replace(/"slot":"\d+"/, '"slot":1.5'),
    good.replace(svmVault, `0${svmVault.slice(1)}`),
    good.replace(/"data":"[^"]+"/, '"data":"%"'),
    good.replace('"executable":false', '"executable":0'),
  ]
  for (const text of wrong) {
    expect(() => parseKeptAccounts(text)).toThrow(
      expect.objectContaining({ code: 'kept_accounts' }),
    )
  }
})
