import { parseAddress } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { inferPolicy, type PolicyInference, printPolicy } from '@vaultwright/review'
import { defineCommand, filledBy, text } from '../../../command/command.ts'
import { readRiskFacts } from '../../../input/risk-facts.ts'
import { readSoundTree } from '../../../input/tree.ts'
import { type Json, yes } from '../../../terminal/context.ts'
import { printSafely } from '../../../terminal/table.ts'

export const command = defineCommand({
  name: 'policy infer',
  summary: 'Propose the narrowest policy that a tree keeps to',
  describe:
    'Proposes the narrowest policy that a tree keeps to: its receivers, spenders, chains, targets, decoders and functions, and as many leaves as it has. What a rule cannot judge is excused leaf by leaf, by digest. By this policy, tree check finds whatever a later tree permits besides.',
  positionals: { tree: { describe: 'Tree file of any format, or - for standard input' } },
  options: {
    name: text('What people call the policy', 'text'),
    vault: text('The vault, where the file names none', 'address'),
    definition: filledBy(
      text('The vault definition: names for the accounts', 'file'),
      'definition',
    ),
    lock: filledBy(
      text('Symbols read from chains; default: beside the definition', 'file'),
      'lock',
    ),
    chain: filledBy(
      text('The chain of the tree, name or id; default: guessed from a known vault', 'name'),
      'chain',
    ),
  },
  examples: [
    ['policy infer tree.json --out policy.yaml', 'Write it'],
    [
      'policy infer tree.json --out policy.yaml --name Main --force',
      'Again, over an older one; tree check next.json --policy policy.yaml then names what is new',
    ],
  ],
  run: async (args, context) => {
    const file = await readSoundTree(args.tree, context)
    const inference = inferPolicy(file, {
      rules: ruleBook,
      name: args.name ?? null,
      vault: args.vault === undefined ? null : parseAddress(args.vault),
    })
    const noFacts = { manager: undefined, drone: [], attacker: undefined }
    const { names } = await readRiskFacts(file, { ...args, ...noFacts }, context)
    const document = printPolicy(inference, names)
    const summary = { ...summaryOf(inference), file: args.out }
    if (args.out === undefined) {
      const json = () => ({ ...summary, policy: inference.policy as Json })
      return { json, text: () => [document], exit: yes }
    }
    const { used, by_digest } = summary
    return {
      document: () => [document],
      json: () => summary,
      text: () => [
        `${used} leaves, ${by_digest} of them named by digest\nwrote ${printSafely(args.out ?? '')}\n`,
      ],
      exit: yes,
    }
  },
})

function summaryOf({ used, notes }: PolicyInference) {
  return { used, by_digest: notes.size }
}
