import { decodeTransaction, parseSvmAddress, type Transaction } from '@vaultwright/svm'
import { describeInstruction } from '@vaultwright/svm-builder'
import { defineCommand, list, text } from '../../command/command.ts'
import type { Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs } from '../../terminal/table.ts'
import { writeWarning } from '../../terminal/warning.ts'
import {
  isSolanaNodeWanted,
  onSolana,
  optionalSolanaNodeOptions,
  type SolanaNodeOptions,
} from './input/node.ts'
import { readLookupTables, readTransactionWord, transactionHelp } from './input/transaction.ts'
import { instructionJsonOf, printInstruction } from './print/instruction.ts'

export const solanaDecode = defineCommand({
  name: 'solana decode',
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

type TableOptions = SolanaNodeOptions & {
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

/** What a transaction is, without its instructions, for a program. */
export function transactionJsonOf(transaction: Transaction): { readonly [key: string]: Json } {
  const { version, size, feePayer, signatures, message, lookups, missingTables } = transaction
  const config = message?.config ?? null
  return {
    version,
    size_bytes: size,
    fee_payer: feePayer,
    lifetime: message?.lifetime ?? null,
    signatures: signatures.length,
    is_signed: isSigned(transaction),
    config:
      config === null
        ? null
        : {
            priority_fee_lamports: config.priorityFeeLamports,
            compute_unit_limit: config.computeUnitLimit,
            loaded_accounts_bytes: config.loadedAccountsBytes,
            heap_bytes: config.heapBytes,
          },
    lookup_tables: lookups.map(({ table }) => table),
    missing_lookup_tables: missingTables,
  }
}

/** Prints what a transaction is, without its instructions, for a person. */
export function* printTransaction(transaction: Transaction, style: TextStyle): Iterable<string> {
  const { version, size, feePayer, signatures, message } = transaction
  const config = message?.config ?? null
  const count = `${signatures.length} ${signatures.length === 1 ? 'signature' : 'signatures'}`
  yield* printPairs(
    [
      ['version', `${version}, ${size} bytes`],
      ['fee payer', feePayer],
      ...(message === null ? [] : [['lifetime', message.lifetime] as const]),
      ['signatures', isSigned(transaction) ? count : `${count} needed, not signed`],
      ...(config === null
        ? []
        : [
            ['compute units', String(config.computeUnitLimit ?? 'none')] as const,
            ['priority fee', `${config.priorityFeeLamports ?? 0n} lamports`] as const,
          ]),
    ],
    style,
  )
}

function isSigned({ signatures }: Transaction): boolean {
  return signatures.every((signature) => signature.some((byte) => byte !== 0))
}
