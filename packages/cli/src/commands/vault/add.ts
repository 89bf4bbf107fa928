import type { SvmVaultDraft, VaultDraft } from '@vaultwright/operations'
import { adminOptions } from '../../admin/option.ts'
import { defineCommand } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { parseText, type SourceText } from '../../failure/file-problem.ts'
import { type DefinitionOptions, lockOption, readDefinition } from '../../input/definition.ts'
import { readInput, textOf } from '../../input/input.ts'
import { definitionWord } from '../../input/tree-option.ts'
import { type Context, yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'vault add',
  summary: 'Add a vault, or change it, as its definition says',
  describe:
    'Adds a vault to a tenant, or changes it, as its definition says: address and name, and on each chain the Manager, the accountant, the teller and the strategists. Trees, roots and history stay; a chain that has some cannot be left out. Of Solana, the definition of a vault has `kind: solana`, and no lock.',
  positionals: { definition: definitionWord },
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
    const text = textOf(await readInput(args.definition, context), args.definition)
    const svmDraft = await readSvmDraft({ path: args.definition, text }, args.lock)
    if (svmDraft !== null) {
      const vault = await withAdmin(args, context, (admin) => admin.putSvmVault(svmDraft))
      return {
        json: () => print.svmVaultJsonOf(vault),
        text: (style) => print.printSvmVault(vault, style),
        exit: yes,
      }
    }
    const request = await readVaultDraft(args, context, text)
    const vault = await withAdmin(args, context, (admin) => admin.putVault(request))
    return {
      json: () => print.vaultDetailJsonOf(vault),
      text: (style) => print.printVaultDetail(vault, style),
      exit: yes,
    }
  },
})

/** Reads the definition of a Solana vault; null when it is that of another chain. */
async function readSvmDraft(
  source: SourceText,
  lock: string | undefined,
): Promise<SvmVaultDraft | null> {
  const { isSvmDefinition, parseSvmDefinition } = await import('@vaultwright/svm-builder')
  if (!isSvmDefinition(source.text)) return null
  const definition = parseText(source, parseSvmDefinition)
  if (lock === undefined) return { definition, text: source.text }
  throw new UsageError(
    'The definition is of a Solana vault, which has no lock. Leave --lock out.',
    {
      option: 'lock',
      value: lock,
    },
  )
}

/** Reads the definition of a vault and its lock file. */
async function readVaultDraft(
  options: DefinitionOptions,
  context: Context,
  given?: string,
): Promise<VaultDraft> {
  const { definition, text, lockText } = await readDefinition(options, context, given)
  return { definition, text, lockText }
}
