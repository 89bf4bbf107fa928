import { defineCommand } from '../../command.ts'
import { printProofs, printVerdict, proofsJsonOf } from '../../print/proof.ts'
import { readClaim } from '../../proof-input.ts'
import { proveSlots, verifyClaim } from '../../prove.ts'
import { readSoundTree } from '../../tree-input.ts'

export const treeProof = defineCommand({
  name: 'tree proof',
  describe:
    'Prints the proof of a leaf, named by position, digest or fields, or checks a given one with --verify. Every position of a duplicate leaf is proven. The answer is no (exit 1) when no leaf is meant or the given proof is invalid.',
  positionals: { file: { describe: 'Tree file of any format, or - for standard input' } },
  options: {
    leaf: { kind: 'list', value: 'position', describe: 'The leaf in this slot; may be repeated' },
    digest: { kind: 'text', value: 'hex', describe: 'Leaves with this digest' },
    target: { kind: 'text', value: 'address', describe: 'Leaves that call this account' },
    function: {
      kind: 'text',
      value: 'name',
      describe: 'Leaves of this function: name, signature or selector',
    },
    decoder: { kind: 'text', value: 'address', describe: 'Leaves of this decoder' },
    argument: {
      kind: 'list',
      value: 'address',
      describe: 'Leaves with this argument; may be repeated',
    },
    all: { kind: 'flag', describe: 'Every used leaf' },
    multi: {
      kind: 'flag',
      describe: 'One multiproof of all leaves meant, in the flag format of OpenZeppelin',
    },
    verify: {
      kind: 'text',
      value: 'proof',
      describe:
        'Check this proof instead: JSON list of digests, @file, or digests with commas between',
    },
  },
  examples: [
    ['tree proof tree.json --leaf 3', 'The proof of leaf 3'],
    ['tree proof tree.json --function approve --target 0x… --json', 'The proofs of some approvals'],
    ['tree proof tree.json --leaf 3 --verify @proof.json', 'Is this the proof of leaf 3?'],
  ],
  run: async (args, context) => {
    const { tree } = await readSoundTree(args.file, context)
    if (args.verify !== undefined) {
      const verdict = verifyClaim(tree, args, await readClaim(args.verify, context))
      const ok = verdict.every((one) => one.ok)
      return {
        json: () => ({ ok, proofs: verdict }),
        text: (ink) => printVerdict(verdict, ink),
        exit: () => (ok ? 0 : 1),
      }
    }
    const proofs = proveSlots(tree, args)
    return {
      json: () => proofsJsonOf(proofs),
      text: (ink) => printProofs(proofs, ink),
      exit: () => (proofs.slots.length > 0 ? 0 : 1),
    }
  },
})
