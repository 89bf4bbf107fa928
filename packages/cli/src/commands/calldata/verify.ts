import { verifyCalldata } from '@vaultwright/manager'
import type { Json } from '../../answer.ts'
import { sentencesOfBatch } from '../../batch-sentence.ts'
import { defineCommand } from '../../command.ts'
import { readHex } from '../../hex-input.ts'
import { isNodeWanted, nodeOptions } from '../../node-option.ts'
import { printVerdicts, verdictJsonOf } from '../../print/verdict.ts'
import { remarkAssumedRoot } from '../../remark.ts'
import { UsageError } from '../../usage.ts'
import { isYes, readGround } from '../../verify-input.ts'

export const calldataVerify = defineCommand({
  name: 'calldata verify',
  describe:
    'Tells call by call whether the Manager would let calldata through: leaf, value flag, decoder, arguments, drone and proof, calls inside flash loans against the own root of the Manager. The answer is yes when every call is proven; a call is conditional if its decoder reads the chain, or if decoders of other versions pack it otherwise: that is a yes with its condition named, and --strict treats it as refused. With --evidence one document is checked from itself alone, without a tree; what it cannot prove offline is not accepted, and whether its root is the one on chain only --rpc-url tells. With --rpc-url the roots, the pause, the roles, the code and the answers of the decoders are those of the chain at one block, which is named.',
  positionals: {
    calldata: {
      optional: true,
      describe:
        'Calldata of the Manager: hex, @file, or - for standard input; with --evidence it may be left out',
    },
  },
  options: {
    tree: { kind: 'text', value: 'file', describe: 'The tree of the strategist' },
    root: {
      kind: 'text',
      value: 'hex',
      describe:
        'The root of the strategist on chain; alone it is enough where the decoders are known',
    },
    'manager-tree': {
      kind: 'text',
      value: 'file',
      describe: 'The tree of the own root of the Manager, for calls inside flash loans',
    },
    'manager-root': {
      kind: 'text',
      value: 'hex',
      describe:
        'That root on chain; without either the tree and root of the strategist are assumed',
    },
    manager: {
      kind: 'text',
      value: 'address',
      describe: 'The Manager; the one that the tree states when not given',
    },
    evidence: {
      kind: 'text',
      value: 'file',
      describe:
        'Evidence in place of trees: leaves, proofs and calls in one JSON document; --root, --manager and the calldata must be those in it where they are given',
    },
    reads: { kind: 'text', value: 'file', describe: 'JSON object of values read from the chain' },
    ...nodeOptions,
    strategist: {
      kind: 'text',
      value: 'address',
      describe: 'With --rpc-url: who sends the calldata, whose root on chain decides',
    },
    strict: {
      kind: 'flag',
      describe:
        'Treats conditional calls as refused; bytes after the arguments are shown and change no answer',
    },
  },
  examples: [
    ['calldata verify @call.hex --tree tree.json', 'Would every call be permitted?'],
    ['calldata verify 0x244b0f6a… --root 0x…', 'Against a bare root'],
    ['calldata verify @call.hex --tree tree.json --strict', 'Is it proven without a condition?'],
    [
      'calldata verify @call.hex --tree tree.json --strategist 0x… --rpc-url http://127.0.0.1:8545',
      'Against the roots and decoders on chain',
    ],
    ['calldata verify --evidence evidence.json --root 0x…', 'Does a document prove its calldata?'],
    ['calldata verify - --tree tree.json --json < call.hex', 'The verdicts for a program'],
  ],
  run: async (args, context) => {
    const { evidence } = args
    if (evidence !== undefined) {
      const { answerByEvidence } = await import('../../evidence-answer.ts')
      return answerByEvidence({ ...args, evidence }, context)
    }
    const calldata = assertCalldata(args.calldata)
    if (isNodeWanted(args)) {
      const { answerOnChain } = await import('../../verify-answer.ts')
      return answerOnChain({ ...args, calldata }, context)
    }
    if (args.strategist !== undefined) {
      throw new UsageError('--strategist is for a chain. Give --rpc-url too, or leave it out.')
    }
    const ground = await readGround(args, context)
    const data = await readHex(calldata, context)
    const verdict = verifyCalldata(data, ground.options)
    const { manager } = ground.options
    const sentences = sentencesOfBatch(data, { manager, vault: ground.vault, chainId: null })
    const ok = isYes(verdict.verdict, args.strict)
    remarkAssumedRoot(verdict, ground, { context, quiet: args.quiet })
    return {
      json: () =>
        ({
          ...verdictJsonOf(verdict, sentences),
          ...{ ok, managerRootAssumed: ground.isRootAssumed },
        }) as Json,
      text: (ink) => printVerdicts(verdict, { ink, strict: args.strict, sentences }),
      exit: () => (ok ? 0 : 1),
    }
  },
})

function assertCalldata(word: string | undefined): string {
  if (word !== undefined) return word
  throw new UsageError('There is no calldata to verify. Give it, or --evidence.')
}
