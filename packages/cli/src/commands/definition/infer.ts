import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'
import { inferFrom } from '../../definition-infer.ts'
import { printInference } from '../../print/definition.ts'
import { printSafely } from '../../print/table.ts'
import { writeRemark } from '../../remark.ts'

export const definitionInfer = defineCommand({
  name: 'definition infer',
  describe:
    'Proposes the definition of an existing tree: leaves that protocols describe become entries, the rest stays as it is. Beside --out an order file is written, with which the definition builds the very same root.',
  positionals: { tree: { describe: 'Tree file of any format, or - for standard input' } },
  options: {
    chain: { kind: 'text', value: 'name', describe: 'The chain of the vault, name or id; needed' },
    name: { kind: 'text', value: 'text', describe: 'What people call the vault' },
    strategist: {
      kind: 'text',
      value: 'name',
      describe: 'Name of the strategist whose tree it is; main when not given',
    },
    address: { kind: 'text', value: 'address', describe: 'Address of that strategist' },
    vault: { kind: 'text', value: 'address', describe: 'The vault, where the file names none' },
    manager: { kind: 'text', value: 'address', describe: 'The Manager, where the file names none' },
    lock: {
      kind: 'text',
      value: 'file',
      describe: 'A lock file: what it knows of accounts helps to recognise them',
    },
  },
  examples: [
    [
      'definition infer tree.json --chain mainnet --out vault.yaml',
      'Write vault.yaml and vault.order.json',
    ],
    ['definition infer tree.json --chain base', 'Only look at it'],
  ],
  run: async (args, context) => {
    const { inference, text, orderPath } = await inferFrom(args, context)
    const { used, recognised, unrecognised, possible } = inference
    const listener = { context, quiet: args.quiet }
    if (args.out === undefined) {
      const why = `recognised ${recognised} of ${used} leaves. --out writes the order file, too, without which the root is another one.`
      writeRemark(why, listener)
    }
    const summary = { used, recognised, unrecognised, possible, order: orderPath, file: args.out }
    if (args.json && args.out === undefined) {
      const json = () => ({ ...summary, definition: text })
      return { json, text: () => [text], exit: yes }
    }
    return {
      document: () => [text],
      json: () => summary,
      text: (ink) => [
        ...printInference(inference, ink),
        `wrote ${printSafely(args.out ?? '')}, and ${printSafely(orderPath ?? '')}, which keeps the root\n`,
      ],
      exit: yes,
    }
  },
})
