import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { associatedTokenProgram, systemProgram, tokenProgram } from '@vaultwright/svm'
import { parseSvmDefinition, permissionsOf, type SvmPermission } from '@vaultwright/svm-builder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canRun } from '../support/skip-unless.ts'
import { permit, run } from './permission/attempt.ts'
import { filledAddress } from './support/vault-snapshot.ts'
import { openSolanaWorld, type SolanaWorld } from './world.ts'

const folder = process.env.SOLANA_PROGRAMS
const isGiven = canRun(
  folder !== undefined && existsSync(folder),
  'SOLANA_PROGRAMS does not name a folder of programs: <address>.so, as `solana program dump` writes them',
)

const reserveKeys = `token: USDC, reserve: ${filledAddress(31)}, market: ${filledAddress(32)}, liquidity_supply: ${filledAddress(33)}`
const farm = `farm: ${filledAddress(36)}`
const collateral = `${reserveKeys}, collateral_mint: ${filledAddress(34)}, collateral_supply: ${filledAddress(35)}, ${farm}`
const pool = `token: poolToken, stake_pool: ${filledAddress(41)}, reserve_stake: ${filledAddress(42)}, fee_account: ${filledAddress(43)}`
const definitionOf = ({ people }: SolanaWorld) =>
  parseSvmDefinition(`
kind: solana
name: Templates
vault: FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za
vault_id: 3
tokens:
  USDC: { mint: EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v, decimals: 6 }
  poolToken: { mint: J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn, decimals: 9 }
accounts: { treasury: ${people.treasury} }
permissions:
  - { action: system/transfer, recipient: treasury }
  - { action: spl_token/transfer, token: USDC, recipient: treasury }
  - { action: associated_token/create, token: USDC, owner: treasury }
  - { action: jupiter_lend/deposit, token: USDC }
  - { action: jupiter_lend/withdraw, token: USDC }
  - { action: jupiter_lend/deposit_at_least, token: USDC }
  - { action: jupiter_lend/withdraw_at_most, token: USDC }
  - { action: jupiter_lend/redeem_at_least, token: USDC }
  - { action: jito/deposit_sol, ${pool} }
  - { action: jito/deposit_sol_at_least, ${pool} }
  - { action: jito/withdraw_sol_at_least, ${pool} }
  - { action: kamino/init_user }
  - { action: kamino/init_position, market: ${filledAddress(32)} }
  - { action: kamino/init_farm, reserve: ${filledAddress(31)}, market: ${filledAddress(32)}, ${farm} }
  - { action: kamino/deposit, ${collateral} }
  - { action: kamino/withdraw, ${collateral} }
  - { action: kamino/borrow, ${reserveKeys}, fee_receiver: ${filledAddress(37)}, ${farm} }
  - { action: kamino/repay, ${reserveKeys}, ${farm} }
`)

let world: SolanaWorld
let permissions: readonly SvmPermission[]
beforeAll(async () => {
  world = await openSolanaWorld()
  permissions = permissionsOf(definitionOf(world))
})
afterAll(() => world?.close())

/** Numbers of Anchor: no such instruction, its data, too few accounts. The others are texts of the runtime. */
const unknownReasons =
  /custom program error: 0x(65|66|bbd)$|invalid instruction data|insufficient account keys/

/**
 * Sends a template's call through the vault, as it is with an amount of zero.
 *
 * @returns null if the called program knows the instruction and takes its accounts, whatever it then says of what they
 *   hold; else the reason for which it does not.
 */
async function refusalOf(permission: SvmPermission): Promise<string | null> {
  const { innerCall, operators } = permission
  await permit(world, { innerCall, operators })
  const { logs } = await run(world, { innerCall, operators })
  const text = logs.join('\n')
  expect(text, permission.template.route).toContain(`Program ${innerCall.program} invoke [2]`)
  const failed = logs.find((line) => line.startsWith(`Program ${innerCall.program} failed: `))
  return failed !== undefined && unknownReasons.test(failed) ? failed : null
}

function permissionsOfProgram(program: string): readonly SvmPermission[] {
  return permissions.filter(({ innerCall }) => innerCall.program === program)
}

test('golden: the programs of Solana itself take the calls of their templates', async () => {
  for (const program of [systemProgram, tokenProgram, associatedTokenProgram]) {
    const [permission, ...further] = permissionsOfProgram(program)
    expect(further).toEqual([])
    expect(await refusalOf(permission!)).toBeNull()
  }
})

test('golden: a stake pool takes 10 accounts, Jupiter Lend 17 to deposit and 18 to withdraw', () => {
  const countOf = (route: string) =>
    permissions.find(({ template }) => template.route === route)!.innerCall.accounts.length
  expect(
    ['jito/deposit_sol', 'jupiter_lend/deposit', 'jupiter_lend/withdraw'].map(countOf),
  ).toEqual([10, 17, 18])
})

test('refuses: a program that has no such instruction is told from one that has', async () => {
  const { program } = permissions.find(
    ({ template }) => template.route === 'kamino/deposit',
  )!.innerCall
  const code = readFileSync(new URL('../../fixtures/solana/vault.so', import.meta.url))
  world.svm.addProgram(program as string as Address, code)
  for (const permission of permissionsOfProgram(program)) {
    expect(await refusalOf(permission), permission.template.route).toMatch(/failed: /)
  }
})

test.skipIf(!isGiven)(
  'golden: each program of the folder knows the instructions of its templates and takes their accounts',
  async () => {
    const files = readdirSync(folder!).filter((file) => file.endsWith('.so'))
    const brought = files.map((file) => file.slice(0, -'.so'.length))
    for (const [index, file] of files.entries()) {
      world.svm.addProgram(brought[index] as Address, readFileSync(join(folder!, file)))
    }
    const tried = brought.flatMap(permissionsOfProgram)
    for (const permission of tried) {
      expect(await refusalOf(permission), permission.template.route).toBeNull()
    }
    console.log(
      `${tried.length} of ${permissions.length} templates are known to ${files.join(', ')}`,
    )
    expect(tried.length).toBeGreaterThan(0)
  },
)
