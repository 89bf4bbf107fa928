import { defineCommand } from '../../command.ts'
import { nodeOptions } from '../../node-option.ts'

export const decoderCheck = defineCommand({
  name: 'decoder check',
  describe:
    'Asks a deployed decoder about generated calldata and compares its answers with the rules: packed bytes and reverts, for valid arguments, edge cases and calldata damaged in one word. Checks every function that the rules describe and the decoder has; a function agrees if the rule of one decoder and version agrees on all calldata. Each difference is shown with the smallest calldata that was found. For functions without a rule it proposes one, after checking it against fresh calldata. Exits with 1 if a function differs. The same seed asks the same questions.',
  positionals: { address: { describe: 'Address of the decoder' } },
  options: {
    ...nodeOptions,
    functions: {
      kind: 'list',
      value: 'list',
      describe:
        'Only these functions: names, selectors or signatures, separated by commas; a signature may be one that no rule describes',
    },
    tree: {
      kind: 'text',
      value: 'file',
      describe: 'Also check the functions of the leaves of a tree that name this decoder',
    },
    contract: {
      kind: 'list',
      value: 'address',
      describe:
        'A contract that the decoder reads, such as a position manager, if the code of the decoder does not hold its address',
    },
    runs: { kind: 'count', value: 'n', describe: 'Calldata for each function; default: 100' },
    seed: { kind: 'count', value: 'n', describe: 'Seed of the calldata; default: 1' },
    budget: {
      kind: 'count',
      value: 'questions',
      describe: 'The most calls to make; default: 500000',
    },
  },
  examples: [
    ['decoder check 0x… --rpc-url http://127.0.0.1:8545', 'Does this decoder pack as we think?'],
    ['decoder check 0x… --chain mainnet --tree tree.json', 'Also the functions of the leaves'],
    [
      'decoder check 0x… --chain mainnet --functions approve,transfer --runs 1000 --seed 7',
      'Two functions, more often',
    ],
    [
      "decoder check 0x… --chain mainnet --functions 'harvest(address pool, address to)'",
      'Propose a rule for a function without one',
    ],
  ],
  run: async (args, context) => {
    const { checkDeployedDecoder } = await import('../../decoder-check.ts')
    const print = await import('../../print/decoder-check.ts')
    const checked = await checkDeployedDecoder(args, context)
    return {
      json: () => print.decoderCheckJsonOf(checked),
      text: (ink) => print.printDecoderCheck(checked, ink),
      exit: () => (checked.ok ? 0 : 1),
    }
  },
})
