import { parseAddress } from '@vaultwright/merkle'
import {
  openSafeMessage,
  type SafeMessage,
  type SafeMessageHashes,
  safeHashRuleOf,
  safeHashRules,
  safeMessageHashesOf,
} from '@vaultwright/safe'
import { defineCommand, required, text } from '../../command/command.ts'
import { chainOfWord } from '../../input/chain.ts'
import { readInput, textOf } from '../../input/input.ts'
import { type Context, type Json, yes } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'
import { printHashRows } from './hash-row.ts'

export const command = defineCommand({
  name: 'safe message',
  summary: 'Compute the hashes of a message that the owners of a Safe sign',
  describe:
    'Computes what the owners of a Safe sign where the Safe itself signs a message, as EIP-1271 has it: domain hash and message hash, as hardware wallets show them, and the hash that the Safe and its service know. Takes a text, or the typed data that an application asks the Safe to sign, with every field shown; a field that nothing hashes is refused. What a signature permits is not judged: typed data of a token or an exchange may move funds without a transaction of the Safe.',
  positionals: {
    message: {
      describe: 'A text, to its last byte, or typed data as JSON; @file, or - for standard input',
    },
  },
  options: {
    safe: required(text('The Safe that signs', 'address')),
    chain: required(text('Its chain, name or id', 'name')),
    'safe-version': text('The answer of its VERSION(), as in 1.4.1; default: all versions', 'text'),
  },
  examples: [
    ['safe message @message.txt --safe 0x… --chain mainnet', 'Which hashes must the wallet show?'],
    ['safe message @permit.json --safe 0x… --chain 1', 'Of typed data, with its fields'],
  ],
  run: async (args, context) => {
    const message = openSafeMessage(await readExactly(args.message, context))
    const safe = parseAddress(args.safe!)
    const chainId = chainOfWord(args.chain!, 'chain').id
    const version = args['safe-version']
    const rules =
      version === undefined
        ? safeHashRules
        : [{ ...safeHashRuleOf(version), version, versions: version }]
    const hashes = rules.map((rule) => ({
      versions: rule.versions,
      isChainBound: rule.isChainBound,
      ...safeMessageHashesOf(message.dataHash, { safe, chainId, version: rule.version }),
    }))
    return {
      json: () => ({ safe, chainId, ...message, hashes }) as unknown as Json,
      text: (style) => printMessage(message, hashes, style),
      exit: yes,
    }
  },
})

/** Reads every byte of a message: one more at its end gives another hash. */
async function readExactly(word: string, context: Context): Promise<string> {
  if (word !== '-' && !word.startsWith('@')) return word
  const path = word === '-' ? word : word.slice(1)
  return textOf(await readInput(path, context), path)
}

type VersionHashes = SafeMessageHashes & {
  readonly versions: string
  readonly isChainBound: boolean
}

function* printMessage(
  message: SafeMessage,
  hashes: readonly VersionHashes[],
  style: TextStyle,
): Iterable<string> {
  const shown = message.kind === 'text' ? JSON.stringify(message.text) : message.primaryType!
  yield* printPairs(
    [
      [message.kind === 'text' ? 'text' : 'typed data', printSafely(shown)],
      ...rowsOf('domain', message.domain),
      ...rowsOf('message', message.fields),
      ['hash', `${message.dataHash}, which others ask the Safe about`],
    ],
    style,
  )
  for (const { versions, isChainBound, domain, message: struct, safeMessage } of hashes) {
    const bound = isChainBound ? '' : ', no chain in the domain: signatures hold on every chain'
    yield `\n${style.bold(`Safe ${versions}`)}${bound}\n`
    yield* printHashRows(
      [
        ['domain hash ', domain],
        ['message hash', struct],
        ['Safe message', safeMessage],
      ],
      style,
    )
  }
  yield style.dim('\nWhat a signature of this message permits is not judged.\n')
}

/** Every field with its path, down to the last. */
function rowsOf(path: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === null) return []
  if (typeof value !== 'object') return [[path, printSafely(String(value))]]
  return Object.entries(value as object).flatMap(([key, field]) => rowsOf(`${path}.${key}`, field))
}
