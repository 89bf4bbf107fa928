import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'
import { targetOf, writeTree } from '../../convert.ts'
import { buildTreeFor, chainMeant, lockOption, readDefinition } from '../../definition-input.ts'
import { nodeOptions } from '../../node-option.ts'
import { metadataJsonOf } from '../../print/metadata.ts'
import { writeRemark } from '../../remark.ts'
import { strategistMeant } from '../../strategist-word.ts'
import { UsageError } from '../../usage.ts'

export const treeBuild = defineCommand({
  name: 'tree build',
  describe:
    'Builds the tree of a strategist from a vault definition, offline: what chains would tell stands in the lock file. The same input gives the same bytes.',
  positionals: { definition: { describe: 'Vault definition, YAML or JSON, or -' } },
  options: {
    strategist: {
      kind: 'text',
      value: 'name',
      describe: 'Whose tree; needed where the definition has several',
    },
    chain: { kind: 'text', value: 'name', describe: 'Which chain, where it has several' },
    format: {
      kind: 'text',
      choices: ['solidity', 'rust'],
      describe: 'Of the tree file; solidity when not given',
    },
    capacity: { kind: 'count', describe: 'Slots; the next power of two when not given' },
    'keep-duplicates': {
      kind: 'flag',
      describe: 'Keep leaves that come more than once; else each stands once',
    },
    lock: lockOption,
    update: { kind: 'flag', describe: 'Read the facts from a node first, and write the lock file' },
    'rpc-url': nodeOptions['rpc-url'],
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
    const listener = { context, quiet: args.quiet }
    let ground = await readDefinition(args, context)
    const chain = chainMeant(ground.definition, args.chain)
    const strategist = strategistMeant(chain, args.strategist)
    const updating = args.update ? await import('../../definition-update.ts') : null
    if (updating === null && (args['rpc-url'].length > 0 || args.block !== undefined)) {
      throw new UsageError('A node is asked only with --update. Give it, or leave the node out.')
    }
    const update = await updating?.updateLock(ground, chain, { words: args, context })
    if (update !== undefined) {
      ground = update.ground
      const count = update.changes.length === 0 ? 'nothing changed' : 'this changed'
      writeRemark(`${ground.lockPath} is of block ${update.block.number}; ${count}`, listener)
      for (const line of [...update.changes, ...update.unanswered]) writeRemark(line, listener)
    }
    const words = { ...args, strategist }
    const built = await buildTreeFor(ground, chain, { words, context })
    for (const { message } of built.findings) writeRemark(message, listener)
    const { root, file, findings } = built
    const { leafCount, capacity } = metadataJsonOf(file)
    const lock = { path: ground.lockPath, changes: update?.changes, unanswered: update?.unanswered }
    const summary = { ...metadataJsonOf(file), format: to, strategist, findings, lock, file: out }
    return {
      document: () => writeTree(file, to, undefined),
      json: () => summary,
      text: () => [`wrote ${out} (${to}, ${leafCount} leaves in ${capacity} slots, ${root})\n`],
      exit: yes,
    }
  },
})
