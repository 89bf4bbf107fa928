import { decodeTransaction, parseSvmAddress, type Transaction } from '@vaultwright/svm'
import { describeInstruction } from '@vaultwright/svm-builder'
import { defineCommand, list, text } from '../../command/command.ts'
import {
  isSolanaNodeWanted,
  onSolana,
  optionalSolanaNodeOptions,
  type SolanaEndpointOptions,
} from '../../input/solana/node.ts'
import {
  readLookupTables,
  readTransactionWord,
  transactionHelp,
} from '../../input/solana/transaction.ts'
import {
  instructionJsonOf,
  printInstruction,
  printTransaction,
  transactionJsonOf,
} from '../../print/solana/instruction.ts'
import type { Context } from '../../terminal/context.ts'
import { writeWarning } from '../../terminal/warning.ts'

export const command = defineCommand({
  name: 'solana decode',
  summary: 'Show every instruction of a transaction, and the calls inside manage',
  describe:
    'Shows every instruction of a Solana transaction of version 0, version 1 or legacy, with the call inside each manage of the vault program. Offline; accounts in lookup tables need the tables, from files or from a node. Exit 3 when a table is missing.',
  positionals: { transaction: { describe: transactionHelp } },
  options: {
    program: text('The vault program; default: the one that is deployed', 'address'),
    'lookup-table': list(
      'A lookup table as JSON {"address", "addresses"}, or a list of these; may be repeated',
      'file',
    ),
    ...optionalSolanaNodeOptions,
  },
  examples: [
    ['solana decode @transaction.txt', 'Which instructions are in it?'],
    ['solana decode @answer.json --rpc-url http://127.0.0.1:8899', 'With lookup tables of a node'],
    ['solana decode - --json < transaction.txt', 'For a program'],
  ],
  run: async (args, context) => {
    const bytes = await readTransactionWord(args.transaction, context)
    const transaction = await readTransaction(bytes, args, context)
    const program = args.program === undefined ? undefined : parseSvmAddress(args.program)
    const isWhole = transaction.missingTables.length === 0
    if (!isWhole) {
      const tables = transaction.missingTables.join(', ')
      writeWarning(
        `The instructions need lookup tables: ${tables}. Give --lookup-table or --rpc-url.`,
        { context, quiet: args.quiet },
      )
    }
    const instructions = transaction.message?.instructions ?? []
    const descriptions = instructions.map((entry) => describeInstruction(entry, program))
    return {
      json: () => ({
        ...transactionJsonOf(transaction),
        instructions: descriptions.map(instructionJsonOf),
      }),
      text: function* (style) {
        yield* printTransaction(transaction, style)
        for (const [index, description] of descriptions.entries()) {
          yield '\n'
          const head = `${String(index).padStart(2)}  `
          yield* printInstruction(description, { style, head, margin: '    ' })
        }
      },
      exit: () => (isWhole ? 0 : 3),
    }
  },
})

type TableOptions = SolanaEndpointOptions & {
  readonly chain: string | undefined
  readonly 'lookup-table': readonly string[]
}

/** Decodes a transaction with the tables of files, then with those of a node where one is named. */
async function readTransaction(
  bytes: Uint8Array,
  options: TableOptions,
  context: Context,
): Promise<Transaction> {
  const tables = await readLookupTables(options['lookup-table'], context)
  const transaction = decodeTransaction(bytes, tables)
  const { missingTables } = transaction
  if (missingTables.length === 0 || !isSolanaNodeWanted(options)) return transaction
  const { readLookupTablesAt } = await import('@vaultwright/operations')
  const more = await onSolana(options, { context, genesisHash: null }, (node) =>
    readLookupTablesAt(node, missingTables),
  )
  return decodeTransaction(bytes, [...tables, ...more])
}
