import { type Encoded, type EncodedCall, encodeCalldata } from '@vaultwright/operations'
import { ruleBook } from '@vaultwright/protocols'
import { defineCommand, filledBy, required, text } from '../../command/command.ts'
import { assertGiven } from '../../command/usage.ts'
import { parseCalls, readReads } from '../../input/call.ts'
import { readJson } from '../../input/input.ts'
import { namingOptions } from '../../input/naming.ts'
import { readSoundTree } from '../../input/tree.ts'
import { type Json, yes } from '../../terminal/context.ts'
import { warnMatches } from '../../terminal/warning.ts'
import { writeSafeBatch } from './safe-batch.ts'

export const command = defineCommand({
  name: 'calldata encode',
  summary: 'Encode calls as one Manager calldata with their proofs',
  describe:
    'Encodes calls as one calldata for the Manager, each with the proof of the leaf that permits it. Calls that no leaf permits are all refused (exit 1), each with the reason, and nothing is encoded.',
  positionals: {},
  options: {
    tree: filledBy(required(text('The tree whose root the strategist has', 'file')), 'tree'),
    calls: required(
      text(
        'JSON list of {target, data, value?, decoder?}; a flash loan is {tokens, amounts, inner: [...], target?, salt?}; - reads standard input',
        'file',
      ),
    ),
    'manager-tree': text(
      "The tree of the Manager's own root, for calls inside flash loans; else the same tree",
      'file',
    ),
    reads: text('JSON object of values read from the chain', 'file'),
    safe: text(
      'Write the call of the Manager as a batch file for the Safe web app; needs --chain unless the vault of the tree is on record',
      'file',
    ),
    'safe-address': text('The Safe that the batch is for', 'address'),
    chain: filledBy(
      text('The chain of the Safe batch, name or id; default: guessed from a known vault', 'name'),
      'chain',
      { beside: ['safe'] },
    ),
    ...namingOptions,
    definition: filledBy(namingOptions.definition, 'definition', { beside: ['safe'] }),
    lock: filledBy(namingOptions.lock, 'lock', { beside: ['safe'] }),
  },
  examples: [
    ['calldata encode --tree tree.json --calls calls.json', 'Print the calldata'],
    [
      'calldata encode --tree tree.json --calls - --json < calls.json',
      'With the leaf of each call',
    ],
    [
      'calldata encode --tree tree.json --calls calls.json --safe batch.json --chain mainnet',
      'For the strategist that is a Safe',
    ],
  ],
  run: async (args, context) => {
    const path = assertGiven(args.tree, 'tree')
    const calls = parseCalls(await readJson(assertGiven(args.calls, 'calls'), context), 'calls')
    const file = await readSoundTree(path, context)
    const managerTreePath = args['manager-tree']
    const managerFile =
      managerTreePath === undefined ? file : await readSoundTree(managerTreePath, context)
    const reads = await readReads(args.reads, context)
    const encoded = encodeCalldata(calls, { file, managerFile, rules: ruleBook, reads })
    warnMatches(encoded.calls, { context, quiet: args.quiet })
    await writeSafeBatch(encoded, { options: args, file, context })
    return { json: () => encodedJsonOf(encoded), text: () => printEncoded(encoded), exit: yes }
  },
})

export function encodedJsonOf({ manager, root, calldata, calls }: Encoded): Json {
  return { to: manager, calldata, root, calls: calls.map(callJsonOf) }
}

/** Prints encoded calls for a person: the calldata alone, ready to be pasted. */
export function printEncoded({ calldata }: Encoded): readonly string[] {
  return [`${calldata}\n`]
}

function callJsonOf({ inner, ...call }: EncodedCall): Json {
  return inner.length === 0 ? call : { ...call, inner: inner.map(callJsonOf) }
}
