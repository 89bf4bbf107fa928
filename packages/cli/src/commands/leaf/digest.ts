import { printHex } from '@vaultwright/base'
import { digestOf, leafBytesOf } from '@vaultwright/manager'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'
import { readLeaf } from '../../leaf-input.ts'
import { leafJsonOf } from '../../print/leaf.ts'
import { remarkSignature } from '../../remark-signature.ts'

export const leafDigest = defineCommand({
  name: 'leaf digest',
  describe:
    'Computes the digest of a leaf from its fields: options, or one JSON object from a file or standard input.',
  positionals: {
    file: {
      optional: true,
      describe:
        'JSON object with decoder, target, signature, and optionally canSendValue, arguments, description; - for standard input',
    },
  },
  options: {
    decoder: { kind: 'text', value: 'address', describe: 'The decoder' },
    target: { kind: 'text', value: 'address', describe: 'The account called' },
    signature: { kind: 'text', value: 'text', describe: 'The function: approve(address,uint256)' },
    argument: {
      kind: 'list',
      value: 'address',
      describe: 'A packed argument, in order; repeat it',
    },
    'with-value': { kind: 'flag', describe: 'The leaf permits calls with value' },
  },
  examples: [
    [
      "leaf digest --decoder 0x… --target 0x… --signature 'approve(address,uint256)' --argument 0x…",
      'From options',
    ],
    ['leaf digest leaf.json', 'From a file'],
  ],
  run: async (args, context) => {
    const leaf = await readLeaf(args, context)
    remarkSignature(leaf.signature, { context, quiet: args.quiet })
    const { position: _, ...fields } = leafJsonOf({ position: 0, leaf })
    return {
      json: () => ({ ...fields, bytes: printHex(leafBytesOf(leaf)) }),
      text: () => [`${printHex(digestOf(leaf))}\n`],
      exit: yes,
    }
  },
})
