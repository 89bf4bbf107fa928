import { type LookupTable, type SvmAccount, type SvmAddress, systemProgram } from '@vaultwright/svm'
import { verifySvmTransaction } from '@vaultwright/svm-builder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSolanaWorld, type SolanaWorld } from '../world.ts'
import { instructionsOf, permit, transferOperators, usdcTransfer, verdictOf } from './attempt.ts'
import { isRefused, putTable, transactionOf } from './transaction.ts'

let world: SolanaWorld
let table: LookupTable
let base64: string
/** Everything that decides, as the chain has it. */
let accounts: ReadonlyMap<SvmAddress, SvmAccount | null>

beforeAll(async () => {
  world = await openSolanaWorld()
  const { people, mints, holding, subAccount } = world
  const meant = { innerCall: usdcTransfer(world, people.treasury), operators: transferOperators }
  const digestAddress = await permit(world, meant)
  const source = holding(subAccount(0), mints.usdc)
  table = putTable(world, [source, holding(people.treasury, mints.usdc), mints.usdc])
  base64 = transactionOf(world, instructionsOf(world, meant), { lookupTables: [table] })
  const needs = [world.state, digestAddress, table.address, subAccount(0)]
  accounts = new Map(needs.map((address) => [address, world.account(address)]))
})
afterAll(() => world.close())

/** The verdict where the table is something else. */
function verdictWith(account: SvmAccount | null | undefined) {
  const changed = new Map(accounts)
  if (account === undefined) changed.delete(table.address)
  else changed.set(table.address, account)
  const { answer, reasons, missing } = verifySvmTransaction(base64, {
    snapshot: { slot: 1n, accounts: changed },
  })
  return [answer, reasons.map(({ code }) => code), missing]
}

const stored = () => accounts.get(table.address)!
const withData = (edit: (data: Uint8Array) => void): SvmAccount => {
  const data = stored().data.slice()
  edit(data)
  return { ...stored(), data }
}

test('law: with its table a transaction is a yes, and the program permits it', async () => {
  expect(verdictWith(stored())).toEqual(['yes', [], []])
  expect(verdictOf(world, base64).answer).toBe('yes')
  expect(await isRefused(world, base64)).toBe(false)
})

test('refuses: without its table nothing can be said, and a table that does not exist is a no', () => {
  const [answer, codes, missing] = verdictWith(undefined)
  expect([answer, missing]).toEqual(['cannot_say', [table.address]])
  expect(codes).toContain('table_not_given')
  expect(verdictWith(null)[0]).toBe('no')
})

test('refuses: a table of another program, that was switched off, breaks off, or has other addresses', () => {
  const cases: readonly (readonly [SvmAccount, string])[] = [
    [{ ...stored(), owner: systemProgram }, 'table_unreadable'],
    [withData((data) => data.fill(1, 4, 12)), 'table_deactivated'],
    [withData((data) => data.fill(0, 0, 4)), 'table_unreadable'],
    [{ ...stored(), data: stored().data.slice(0, -1) }, 'table_unreadable'],
    [{ ...stored(), data: stored().data.slice(0, -64) }, 'table_unreadable'],
    // The recipient, which the digest pins, and the source, which it does not.
    [withData((data) => data.fill(9, 56 + 32, 56 + 64)), 'digest_differs'],
    // An address that the message lists itself.
    [withData((data) => data.copyWithin(56 + 32, 56, 56 + 32)), 'table_unreadable'],
  ]
  for (const [account, code] of cases) {
    const [answer, codes] = verdictWith(account)
    expect([answer, codes]).toEqual(['no', expect.arrayContaining([code])])
  }
  expect(verdictWith(withData((data) => data.fill(9, 56, 56 + 32)))[0]).toBe('yes')
})
