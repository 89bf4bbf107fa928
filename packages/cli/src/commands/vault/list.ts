import { adminOptions } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const vaultList = defineCommand({
  name: 'vault list',
  describe: 'Lists the vaults of a tenant with their chains, by address.',
  positionals: {},
  options: adminOptions,
  examples: [
    ['vault list', 'Of the only tenant of the database'],
    ['vault list --url https://… --json', 'By an API, for a program'],
  ],
  run: async (args, context) => {
    const [{ withAdmin }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('../../print/vault.ts'),
    ])
    const vaults = await withAdmin(args, context, (admin) => admin.listVaults())
    return {
      json: () => ({ vaults: vaults.map(print.vaultJsonOf) }),
      text: (ink) => print.printVaults(vaults, ink),
      exit: yes,
    }
  },
})
