import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'
import { chainMeant, lockOption, readDefinition } from '../../definition-input.ts'
import { nodeOptions } from '../../node-option.ts'
import { safeFilesOf } from '../../plan-file.ts'
import { planRoots } from '../../plan-root.ts'
import { planJsonOf, printPlan } from '../../print/plan.ts'

export const treePlan = defineCommand({
  name: 'tree plan',
  describe:
    'Tells what a definition would change: differences to the current trees, the new roots, and the exact transactions that set them. With a node, only roots that are not in force become transactions.',
  positionals: { definition: { describe: 'Vault definition, YAML or JSON, or -' } },
  options: {
    strategist: { kind: 'list', value: 'name', describe: 'Whose roots; all when not given' },
    current: {
      kind: 'list',
      value: 'file',
      describe: 'The tree in force: <strategist>=<file>, or the file alone for one strategist',
    },
    capacity: { kind: 'count', describe: 'Slots of each tree, where tree build was given them' },
    'keep-duplicates': { kind: 'flag', describe: 'As tree build was told' },
    lock: lockOption,
    'rpc-url': nodeOptions['rpc-url'],
    chain: { kind: 'text', value: 'name', describe: 'Which chain, where it has several' },
    block: nodeOptions.block,
    safe: { kind: 'text', value: 'file', describe: 'Write the transactions as a Safe batch' },
    'safe-address': { kind: 'text', value: 'address', describe: 'The Safe that the batch is for' },
    timelock: { kind: 'text', value: 'address', describe: 'Set the roots through this timelock' },
    delay: {
      kind: 'count',
      value: 'seconds',
      describe: 'From scheduling to execution; needed with --timelock',
    },
    salt: {
      kind: 'text',
      value: 'bytes32',
      describe: 'Salt of the timelock operation; zero when not given',
    },
    predecessor: {
      kind: 'text',
      value: 'bytes32',
      describe: 'Operation that must be executed first; none when not given',
    },
  },
  examples: [
    ['tree plan vault.yaml --current main=tree.json', 'What changes, and how is it set?'],
    [
      'tree plan vault.yaml --rpc-url https://… --safe roots.json',
      'What is not in force, as a batch for the Safe web app',
    ],
    [
      'tree plan vault.yaml --timelock 0x… --delay 86400 --safe roots.json',
      'Schedule it in one batch, execute it in another',
    ],
  ],
  run: async (args, context) => {
    const ground = await readDefinition(args, context)
    const chain = chainMeant(ground.definition, args.chain)
    const plan = await planRoots(ground, chain, { words: args, context })
    const files = await safeFilesOf(plan, args, ground.definition.name)(context)
    return {
      json: () => planJsonOf({ plan, files }),
      text: (ink) => printPlan({ plan, files }, ink),
      exit: yes,
    }
  },
})
