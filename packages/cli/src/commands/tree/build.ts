import { choice, count, defineCommand, filledBy, flag, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import {
  buildTreeFor,
  chainMeant,
  lockOption,
  readDefinition,
  strategistMeant,
} from '../../input/definition.ts'
import { isNodeWanted, nodeOptions } from '../../input/node-option.ts'
import { definitionWord } from '../../input/tree-option.ts'
import { metadataJsonOf } from '../../print/tree.ts'
import { yes } from '../../terminal/context.ts'
import { writeWarning } from '../../terminal/warning.ts'
import { targetOf, writeTree } from './convert.ts'

export const command = defineCommand({
  name: 'tree build',
  summary: 'Build the tree of a strategist from a vault definition',
  describe:
    'Builds the tree of a strategist from a vault definition. Works offline: facts of the chain come from the lock file. The same input gives the same bytes.',
  positionals: { definition: definitionWord },
  options: {
    strategist: filledBy(
      text('Whose tree; needed where the definition has several', 'name'),
      'strategist',
    ),
    chain: filledBy(text('Which chain, where it has several, name or id', 'name'), 'chain'),
    format: choice(['solidity', 'rust'], 'Format of the tree file; default: solidity'),
    capacity: count('Slots; default: the next power of two'),
    'keep-duplicates': flag('Keep leaves that occur more than once; by default each occurs once'),
    lock: lockOption,
    update: flag('Read the facts from a node first, and write the lock file'),
    'rpc-url': nodeOptions['rpc-url'],
    agreement: nodeOptions.agreement,
    block: nodeOptions.block,
  },
  examples: [
    ['tree build vault.yaml --strategist main --out tree.json', 'Build, offline'],
    ['tree build vault.yaml --format rust --out tree.rust.json', 'For services in Rust'],
    ['tree build vault.yaml --update --rpc-url https://… --out tree.json', 'Read the facts anew'],
  ],
  run: async (args, context) => {
    const { format: to = 'solidity', out, json } = args
    targetOf({ to, layout: undefined, out, json }, context.config)
    const log = { context, quiet: args.quiet }
    let source = await readDefinition(args, context)
    const chain = chainMeant(source.definition, args.chain)
    const strategist = strategistMeant(chain, args.strategist)
    const updating = args.update ? await import('../../input/definition.ts') : null
    if (updating === null && isNodeWanted({ ...args, chain: undefined })) {
      throw new UsageError('A node is asked only with --update. Give it, or leave the node out.')
    }
    const update = await updating?.refreshLock(source, chain, { options: args, context })
    if (update !== undefined) {
      source = { ...source, lock: update.lock }
      const count = update.changes.length === 0 ? 'nothing changed' : 'this changed'
      writeWarning(`${source.lockPath} is of block ${update.block.number}; ${count}`, log)
      for (const line of [...update.changes, ...update.unanswered]) writeWarning(line, log)
    }
    const options = { ...args, strategist }
    const built = await buildTreeFor(source, chain, { options, context })
    for (const { message } of built.findings) writeWarning(message, log)
    const { root, file, findings } = built
    const { leafCount, capacity } = metadataJsonOf(file)
    const lock = { path: source.lockPath, changes: update?.changes, unanswered: update?.unanswered }
    const summary = { ...metadataJsonOf(file), format: to, strategist, findings, lock, file: out }
    return {
      document: () => writeTree(file, to, undefined),
      json: () => summary,
      text: () => [`wrote ${out} (${to}, ${leafCount} leaves in ${capacity} slots, ${root})\n`],
      exit: yes,
    }
  },
})
