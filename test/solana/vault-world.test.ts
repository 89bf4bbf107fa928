import { encodeOperators, readonlyAccount } from '@vaultwright/svm'
import { permissionsOf, type SvmPermission } from '@vaultwright/svm-builder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVaultWorld, solanaUsd } from './vault-world.ts'
import { discriminatorOf } from './world/instruction.ts'
import type { SolanaWorld } from './world.ts'

let world: SolanaWorld
beforeAll(async () => {
  world = await openVaultWorld()
})
afterAll(() => world.close())

test('law: the program itself computes the digest of each permission of the definition', async () => {
  const permissions = permissionsOf(solanaUsd)
  expect(permissions.length).toBeGreaterThanOrEqual(9)
  for (const permission of permissions) {
    const { innerCall, operators, digest } = permission
    const accounts = [readonlyAccount(innerCall.program), ...innerCall.accounts]
    const data = viewData(innerCall.data, operators)
    const { err, logs } = await world.send(
      [{ program: world.program, accounts, data }],
      ['outsider'],
    )
    expect(err).toBeNull()
    const returned = logs.find((line) => line.startsWith('Program return: '))
    expect(returned).toBe(`Program return: ${world.program} ${base64Of(digest)}`)
  }
})

test('golden: every permission exists on the chain but those to payroll', () => {
  const payroll = world.people.payroll
  const missing = permissionsOf(solanaUsd).filter(
    ({ digestAddress }) => world.account(digestAddress) === null,
  )
  expect(
    missing.map(({ route, subAccount, texts }) => [route, subAccount, texts.recipient]),
  ).toEqual([
    ['spl_token/transfer', 0, payroll],
    ['spl_token/transfer', 1, payroll],
    ['spl_token/transfer', 0, payroll],
  ])
  expect(solanaUsd.genesisHash).toBe(world.genesisHash)
  expect(solanaUsd.vault).toBe(world.state)
})

function viewData(data: Uint8Array, operators: SvmPermission['operators']): Uint8Array {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  const name = discriminatorOf('view_cpi_digest')
  return Uint8Array.of(...name, ...length, ...data, ...encodeOperators(operators))
}

const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
