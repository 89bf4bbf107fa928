import { adminOptions } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'
import { lockOption } from '../../definition-input.ts'

export const vaultAdd = defineCommand({
  name: 'vault add',
  describe:
    'Adds a vault to a tenant, or changes it, as its definition says: address and name, and on each chain the Manager, the accountant, the teller and the strategists. Trees, roots and history stay; a chain that has some cannot be left out.',
  positionals: { definition: { describe: 'Vault definition, YAML or JSON, or -' } },
  options: { lock: lockOption, ...adminOptions },
  examples: [
    ['vault add vault.yaml', 'Add it, or change it to what is written now'],
    ['vault add vault.yaml --lock vaultwright.lock.json --url https://…', 'By an API'],
  ],
  run: async (args, context) => {
    const [{ withAdmin }, { readVaultWish }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('../../admin/vault-file.ts'),
      import('../../print/vault.ts'),
    ])
    const wish = await readVaultWish(args, context)
    const vault = await withAdmin(args, context, (admin) => admin.putVault(wish))
    return {
      json: () => print.vaultDetailJsonOf(vault),
      text: (ink) => print.printVaultDetail(vault, ink),
      exit: yes,
    }
  },
})
