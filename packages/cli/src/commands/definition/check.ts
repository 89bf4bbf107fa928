import { defineCommand } from '../../command.ts'
import { checkDefinition, definitionCheckJsonOf } from '../../definition-check.ts'
import { lockOption, readDefinition } from '../../definition-input.ts'
import { printDefinitionCheck } from '../../print/definition.ts'

export const definitionCheck = defineCommand({
  name: 'definition check',
  describe:
    'Tells whether a definition can be built, offline: names, values, facts of the lock file; then checks the tree of each strategist as tree check does. The answer is no (exit 1) when a tree is unsound.',
  positionals: { definition: { describe: 'Vault definition, YAML or JSON, or -' } },
  options: {
    chain: { kind: 'text', value: 'name', describe: 'One chain alone; all when not given' },
    lock: lockOption,
    strict: { kind: 'flag', describe: 'Warnings make the answer no, too' },
    all: { kind: 'flag', describe: 'Print every finding; without it the first few of each kind' },
  },
  examples: [
    ['definition check vault.yaml', 'Can it be built, and is it sound?'],
    ['definition check vault.yaml --strict --json', 'For a program; warnings count, too'],
  ],
  run: async (args, context) => {
    const ground = await readDefinition(args, context)
    const check = await checkDefinition(ground, { words: args, context })
    return {
      json: () => definitionCheckJsonOf(check),
      text: (ink) => printDefinitionCheck(check, { ink, all: args.all }),
      exit: () => (check.ok ? 0 : 1),
    }
  },
})
