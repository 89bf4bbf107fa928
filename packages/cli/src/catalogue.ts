import type { Command } from './command.ts'
import { treeRoot } from './commands/tree/root.ts'

/** A command before it is loaded: enough for the list in the help. */
export type Entry = {
  readonly name: string
  readonly describe: string
  readonly load: () => Promise<Command>
}

/** A family of commands, by the noun they share. */
export const families = {
  tree: 'Tree files: check, look into, compare, convert, prove, build, plan',
  definition: 'Vault definitions: permissions as code',
  actions: 'What a tree lets its strategist do',
  action: 'Actions as calldata',
  calldata: 'Manager calldata: encode, decode, verify, explain',
  leaf: 'Single leaves',
  dev: 'A chain of its own to try things on',
} as const

/** Every command of the program, in the order of the help. */
export const catalogue: readonly Entry[] = [
  {
    name: 'tree check',
    describe: 'Tell whether tree files are sound',
    load: async () => plain((await import('./commands/tree/check.ts')).treeCheck),
  },
  {
    name: 'tree show',
    describe: 'Show what a tree file allows',
    load: async () => plain((await import('./commands/tree/show.ts')).treeShow),
  },
  {
    name: 'tree diff',
    describe: 'Compare two tree files by meaning',
    load: async () => plain((await import('./commands/tree/diff.ts')).treeDiff),
  },
  {
    name: 'tree convert',
    describe: 'Write a tree file in another format',
    load: async () => plain((await import('./commands/tree/convert.ts')).treeConvert),
  },
  {
    name: 'tree proof',
    describe: 'Prove a leaf, or check a proof',
    load: async () => plain((await import('./commands/tree/proof.ts')).treeProof),
  },
  {
    name: 'tree root',
    describe: 'Compute the root of a tree file from its leaves',
    // The shortest command: what it needs is loaded with the program.
    load: async () => plain(treeRoot),
  },
  {
    name: 'tree build',
    describe: 'Build the tree of a strategist from a vault definition',
    load: async () => plain((await import('./commands/tree/build.ts')).treeBuild),
  },
  {
    name: 'tree plan',
    describe: 'Tell what a definition changes, and the transactions that do it',
    load: async () => plain((await import('./commands/tree/plan.ts')).treePlan),
  },
  {
    name: 'definition check',
    describe: 'Tell whether a definition can be built and is sound',
    load: async () => plain((await import('./commands/definition/check.ts')).definitionCheck),
  },
  {
    name: 'definition infer',
    describe: 'Propose the definition of an existing tree',
    load: async () => plain((await import('./commands/definition/infer.ts')).definitionInfer),
  },
  {
    name: 'definition schema',
    describe: 'Print the JSON Schema of definitions, for editors',
    load: async () =>
      plain((await import('./commands/definition/schema.ts')).definitionSchemaCommand),
  },
  {
    name: 'actions list',
    describe: 'List what a tree lets its strategist do',
    load: async () => plain((await import('./commands/actions/list.ts')).actionsList),
  },
  {
    name: 'actions show',
    describe: 'Show the parameters of one action, and which choices go together',
    load: async () => plain((await import('./commands/actions/show.ts')).actionsShow),
  },
  {
    name: 'action build',
    describe: 'Build an action, or a batch, as proven calldata for the Manager',
    load: async () => plain((await import('./commands/action/build.ts')).actionBuild),
  },
  {
    name: 'calldata encode',
    describe: 'Encode calls as one Manager calldata with their proofs',
    load: async () => plain((await import('./commands/calldata/encode.ts')).calldataEncode),
  },
  {
    name: 'calldata decode',
    describe: 'Show the calls inside Manager calldata',
    load: async () => plain((await import('./commands/calldata/decode.ts')).calldataDecode),
  },
  {
    name: 'calldata verify',
    describe: 'Tell call by call whether the Manager would let calldata through',
    load: async () => plain((await import('./commands/calldata/verify.ts')).calldataVerify),
  },
  {
    name: 'calldata explain',
    describe: 'Tell why a call is permitted or refused',
    load: async () => plain((await import('./commands/calldata/explain.ts')).calldataExplain),
  },
  {
    name: 'calldata arguments',
    describe: 'Compute the packed arguments that a decoder returns for a call',
    load: async () => plain((await import('./commands/calldata/arguments.ts')).calldataArguments),
  },
  {
    name: 'leaf digest',
    describe: 'Compute the digest of a leaf from its fields',
    load: async () => plain((await import('./commands/leaf/digest.ts')).leafDigest),
  },
  {
    name: 'simulate',
    describe: 'Tell what calldata would do on chain, by two engines that must agree',
    load: async () => plain((await import('./commands/simulate.ts')).simulateCommand),
  },
  {
    name: 'dev chain',
    describe: 'Start the local chain: two vaults and 45 days of history',
    load: async () => plain((await import('./commands/dev/chain.ts')).devChain),
  },
]

/**
 * Finds the command that the first words name.
 *
 * @param words - the words after the program's name.
 * @returns its entry; undefined when they name none.
 */
export function entryOf(words: readonly string[]): Entry | undefined {
  return (
    catalogue.find(({ name }) => name === `${words[0]} ${words[1]}`) ??
    catalogue.find(({ name }) => name === words[0])
  )
}

/**
 * Lists the first words that the program knows: nouns of families, commands of one word, `completion`.
 *
 * @returns the words in the order of the help.
 */
export function firstWords(): readonly string[] {
  const single = catalogue.map(({ name }) => name).filter((name) => !name.includes(' '))
  return [...Object.keys(families), ...single, 'completion']
}

/** Forgets the argument types of one command, so that all fit into one list. */
function plain(command: { readonly name: string }): Command {
  return command as Command
}
