import type { VaultDraft } from '@vaultwright/operations'
import { adminOptions } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { type Context, yes } from '../../terminal/context.ts'
import { type DefinitionOptions, lockOption, readDefinition } from '../definition/input.ts'

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
    const [{ withAdmin }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('./list.ts'),
    ])
    const request = await readVaultDraft(args, context)
    const vault = await withAdmin(args, context, (admin) => admin.putVault(request))
    return {
      json: () => print.vaultDetailJsonOf(vault),
      text: (style) => print.printVaultDetail(vault, style),
      exit: yes,
    }
  },
})

/** Reads the definition of a vault and its lock file. */
export async function readVaultDraft(
  options: DefinitionOptions,
  context: Context,
): Promise<VaultDraft> {
  const { definition, text, lockText } = await readDefinition(options, context)
  return { definition, text, lockText }
}
