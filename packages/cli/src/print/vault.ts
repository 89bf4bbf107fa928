import type { AdminVault, AdminVaultDetail } from '../admin/admin.ts'
import type { Json } from '../answer.ts'
import type { Ink } from './ink.ts'
import { printPairs, printTable } from './table.ts'
import { printTimeOrNull } from './time.ts'

/** Turns a vault into what `--json` shows. */
export function vaultJsonOf(vault: AdminVault): { readonly [field: string]: Json } {
  const { address, name, chains, status, deployedAtUnix } = vault
  return { address, name, chains, status, deployedAt: printTimeOrNull(deployedAtUnix) }
}

/** Turns a vault with its deployments into what `--json` shows. */
export function vaultDetailJsonOf(vault: AdminVaultDetail): Json {
  const deployments = vault.deployments.map(
    ({ chain, manager, accountant, teller, strategists }) => ({
      ...{ chain, manager, accountant, teller },
      strategists: strategists.map(({ name, address }) => ({ name, address })),
    }),
  )
  return { ...vaultJsonOf(vault), deployments }
}

/** Prints vaults for a person. */
export function printVaults(vaults: readonly AdminVault[], ink: Ink): readonly string[] {
  if (vaults.length === 0) return ['There is no vault yet: vaultwright vault add <definition>\n']
  const titles = ['address', 'name', 'chains', 'state'].map((title) => ({ title }))
  const rows = vaults.map(({ address, name, chains, status }) => [
    ...[address, name, chains.join(', '), status],
  ])
  return printTable(titles, rows, ink)
}

/** Prints a vault with what it has on each chain for a person. */
export function* printVaultDetail(vault: AdminVaultDetail, ink: Ink): Iterable<string> {
  const { name, address, status } = vault
  yield* printPairs(Object.entries({ vault: name, address, state: status }), ink)
  for (const { chain, manager, accountant, teller, strategists } of vault.deployments) {
    yield `\n${ink.cyan(chain)}\n`
    const pairs = { manager, accountant: accountant ?? 'none', teller: teller ?? 'none' }
    yield* printPairs(Object.entries(pairs), ink)
    if (strategists.length === 0) continue
    const rows = strategists.map((one) => [one.name, one.address])
    yield* printTable([{ title: 'strategist' }, { title: 'address' }], rows, ink)
  }
}
