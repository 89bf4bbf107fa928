import type { AdminSvmVault, AdminVault, AdminVaultDetail } from '@vaultwright/operations'
import { adminOptions } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printTable, printTimeOrNull } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'vault list',
  summary: 'List the vaults of a tenant',
  describe: 'Lists the vaults of a tenant with their chains, by address.',
  positionals: {},
  options: adminOptions,
  examples: [
    ['vault list', 'Of the only tenant of the database'],
    ['vault list --url https://… --json', 'By an API, for a program'],
  ],
  run: async (args, context) => {
    const { withAdmin } = await import('../../admin/open.ts')
    const listed = await withAdmin(args, context, async (admin) => ({
      vaults: await admin.listVaults(),
      svmVaults: await admin.listSvmVaults(),
    }))
    return {
      json: () => ({
        vaults: [...listed.vaults.map(vaultJsonOf), ...listed.svmVaults.map(svmVaultJsonOf)],
      }),
      text: (style) => printVaults([...listed.vaults, ...listed.svmVaults.map(rowOf)], style),
      exit: yes,
    }
  },
})

export function vaultJsonOf(vault: AdminVault): { readonly [field: string]: Json } {
  const { address, name, chains, status, deployedAtUnix } = vault
  return { address, name, chains, status, deployedAt: printTimeOrNull(deployedAtUnix) }
}

export function svmVaultJsonOf(vault: AdminSvmVault): { readonly [field: string]: Json } {
  const { address, name, status, program, vaultId } = vault
  const place = { address, name, chains: ['solana'], status, deployedAt: null }
  return { ...place, program, vaultId: String(vaultId) }
}

function rowOf({ address, name, status }: AdminSvmVault): ListedRow {
  return { address, name, chains: ['solana'], status }
}

/** The fields in a line of the list. */
type ListedRow = Pick<AdminVault, 'name' | 'chains' | 'status'> & { readonly address: string }

export function* printSvmVault(vault: AdminSvmVault, style: TextStyle): Iterable<string> {
  const { name, address, status, program, vaultId } = vault
  const pairs = { vault: name, address, state: status, program, 'vault id': String(vaultId) }
  yield* printPairs(Object.entries(pairs), style)
}

export function vaultDetailJsonOf(vault: AdminVaultDetail): Json {
  const deployments = vault.deployments.map(
    ({ chain, manager, accountant, teller, strategists }) => ({
      chain,
      manager,
      accountant,
      teller,
      strategists: strategists.map(({ name, address }) => ({ name, address })),
    }),
  )
  return { ...vaultJsonOf(vault), deployments }
}

function printVaults(vaults: readonly ListedRow[], style: TextStyle): readonly string[] {
  if (vaults.length === 0) return ['No vaults yet. Add one: vaultwright vault add <definition>\n']
  const titles = ['address', 'name', 'chains', 'state'].map((title) => ({ title }))
  const rows = vaults.map(({ address, name, chains, status }) => [
    address,
    name,
    chains.join(', '),
    status,
  ])
  return printTable(titles, rows, style)
}

export function* printVaultDetail(vault: AdminVaultDetail, style: TextStyle): Iterable<string> {
  const { name, address, status } = vault
  yield* printPairs(Object.entries({ vault: name, address, state: status }), style)
  for (const { chain, manager, accountant, teller, strategists } of vault.deployments) {
    yield `\n${style.cyan(chain)}\n`
    const pairs = { manager, accountant: accountant ?? 'none', teller: teller ?? 'none' }
    yield* printPairs(Object.entries(pairs), style)
    if (strategists.length === 0) continue
    const rows = strategists.map((one) => [one.name, one.address])
    yield* printTable([{ title: 'strategist' }, { title: 'address' }], rows, style)
  }
}
