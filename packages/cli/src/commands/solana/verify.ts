import { printHex } from '@vaultwright/base'
import {
  defaultVaultProgram,
  encodeDigestAccount,
  parseSvmAddress,
  type SvmAddress,
} from '@vaultwright/svm'
import {
  describeInstruction,
  permissionsOf,
  type SvmCallList,
  type SvmDefinition,
  type SvmReason,
  type SvmSnapshot,
  type SvmVerdict,
  type VerifiedManage,
  type VerifiedSvmInstruction,
  verifySvmTransaction,
} from '@vaultwright/svm-builder'
import { svmOperatorOf } from '@vaultwright/wire'
import { defineCommand, flag, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { readSvmDefinition } from '../../input/solana/definition.ts'
import {
  isSolanaNodeWanted,
  onSolana,
  optionalSolanaNodeOptions,
  type SolanaEndpointOptions,
} from '../../input/solana/node.ts'
import { printOperators } from '../../input/solana/operators.ts'
import { readJudgedWord, readSvmEvidence, transactionHelp } from '../../input/solana/transaction.ts'
import {
  feeTextOf,
  instructionJsonOf,
  printInstruction,
  printTransaction,
  transactionJsonOf,
} from '../../print/solana/instruction.ts'
import type { Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'solana verify',
  summary: 'Check whether the vault program would let a transaction through',
  describe:
    'Checks whether the vault program would let a Solana transaction through: each manage by its addresses, the state of the vault, and the digest computed again with the operators that the chain stores. Names what each digest leaves free, and what it costs: a fee above the cap of the definition is a No, one above 0.01 SOL without a cap is open, and so are a digest that the lint calls dangerous or the definition does not have, an instruction of an unknown program, and a durable nonce. With --rpc-url by the accounts of a node at one slot, with --accounts by accounts that were saved; --definition compares with what should be permitted, and alone cannot say whether it is. The answer is Yes (exit 0), No or Cannot say (exit 1).',
  positionals: { transaction: { describe: transactionHelp } },
  options: {
    definition: text('The vault definition of kind solana', 'file'),
    accounts: text(
      'Accounts of one slot as JSON {"slot", "accounts": [{"address", "account"}]}, in place of a node',
      'file',
    ),
    program: text('The vault program; default: as the definition says', 'address'),
    strict: flag('Treats what is only noted, such as rent that a signer pays, as refused'),
    'allow-durable': flag(
      'Only notes that the transaction has a durable nonce: it does not expire',
    ),
    ...optionalSolanaNodeOptions,
  },
  examples: [
    [
      'solana verify @transaction.txt --rpc-url http://127.0.0.1:8899',
      'Would the chain permit every call?',
    ],
    [
      'solana verify @answer.json --definition vault.yaml --rpc-url https://… --strict',
      'And nothing beyond the definition?',
    ],
    ['solana verify @transaction.txt --accounts accounts.json --json', 'Offline, for a program'],
    [
      'solana verify BCUYax3L… --rpc-url https://…',
      'What do the members of a Squads multisig approve?',
    ],
  ],
  run: async (args, context) => {
    const judged = await readJudgedWord(args.transaction, context)
    const { definition: path, program } = args
    const definition = path === undefined ? null : await readSvmDefinition(path, context)
    const settings = {
      definition,
      program: program === undefined ? null : parseSvmAddress(program),
      allowDurable: args['allow-durable'],
    }
    const { verdict, slot } = await judge(judged, { ...args, ...settings }, context)
    const vaultProgram = settings.program ?? definition?.program ?? defaultVaultProgram
    const isNoted = args.strict && verdict.reasons.length > 0
    const ok = verdict.answer === 'yes' && !isNoted
    return {
      json: () => ({ ok, ...svmVerdictJsonOf(verdict, { slot, program: vaultProgram }) }),
      text: (style) => printSvmVerdict(verdict, { style, slot, ok, program: vaultProgram }),
      exit: () => (ok ? 0 : 1),
    }
  },
})

type JudgeOptions = SolanaEndpointOptions & {
  readonly chain: string | undefined
  readonly accounts: string | undefined
  readonly definition: SvmDefinition | null
  readonly program: SvmAddress | null
  readonly allowDurable: boolean
}

type Judged = {
  readonly verdict: SvmVerdict
  /** Null where no chain was asked. */
  readonly slot: bigint | null
}

async function judge(
  given: Uint8Array | SvmAddress | SvmCallList,
  options: JudgeOptions,
  context: Context,
): Promise<Judged> {
  const { definition, program, allowDurable } = options
  if (options.accounts === undefined && isSolanaNodeWanted(options)) {
    const { verifySvmAt } = await import('@vaultwright/operations')
    const genesisHash = definition?.genesisHash ?? null
    const { verdict, snapshot } = await onSolana(options, { context, genesisHash }, (node) =>
      verifySvmAt(node, given, { definition, program, allowDurable }),
    )
    return { verdict, slot: snapshot.slot }
  }
  if (typeof given === 'string')
    throw new UsageError(
      'The account at an address is read from a node. Give --rpc-url, or its base64.',
    )
  const { accounts } = options
  const saved = accounts === undefined ? null : await readSvmEvidence(accounts, context)
  const snapshot = saved ?? (definition === null ? null : wantedDigests(definition))
  const settings = { snapshot, definition, allowDurable, ...(program === null ? {} : { program }) }
  return { verdict: verifySvmTransaction(given, settings), slot: saved?.slot ?? null }
}

/** The digests of a definition as if they existed; the vault's state stays open. */
function wantedDigests(definition: SvmDefinition): SvmSnapshot {
  const accounts = permissionsOf(definition).map(({ digestAddress, operators }) => {
    const data = encodeDigestAccount(operators)
    const account = { lamports: 1n, owner: definition.program, data, executable: false }
    return [digestAddress, account] as const
  })
  return { slot: 0n, accounts: new Map(accounts) }
}

/** A verdict over a transaction, for a program. */
function svmVerdictJsonOf(
  verdict: SvmVerdict,
  { slot, program }: Pick<VerdictPrinting, 'slot' | 'program'>,
): { readonly [key: string]: Json } {
  const { answer, reasons, transaction, isCallList, squads, instructions, missing } = verdict
  return {
    answer,
    slot: slot === null ? null : Number(slot),
    reasons: reasons.map(({ weight, code, message, index }) => ({
      weight,
      code,
      message,
      instruction: index,
    })),
    missing_accounts: missing,
    ...transactionJsonOf(transaction),
    ...(isCallList ? { version: null, size_bytes: null, lifetime: null, signatures: null } : {}),
    ...(squads === null
      ? {}
      : {
          fee: null,
          squads: {
            multisig: squads.multisig,
            vault_index: squads.vaultIndex,
            transaction_index: squads.index,
            creator: squads.creator,
          },
        }),
    instructions: instructions.map((each) => verifiedJsonOf(each, program)),
  }
}

function verifiedJsonOf(
  { instruction, manage }: VerifiedSvmInstruction,
  program: SvmAddress,
): Json {
  const described = instructionJsonOf(describeInstruction(instruction, program))
  return { ...(described as object), manage: manage === null ? null : manageJsonOf(manage) }
}

function manageJsonOf({ manage, status, digest, operators, free }: VerifiedManage): Json {
  return {
    status,
    vault_id: manage.vaultId,
    sub_account: manage.subAccount,
    strategist: manage.strategist,
    cpi_digest: digest === null ? null : printHex(digest).slice(2),
    cpi_digest_address: manage.digestAddress,
    operators: operators === null ? null : operators.map(svmOperatorOf),
    free,
  }
}

type VerdictPrinting = {
  /** The vault program. */
  readonly program: SvmAddress
  readonly style: TextStyle
  readonly slot: bigint | null
  readonly ok: boolean
}

/** Prints a verdict for a person: every instruction, then the answer with its reasons. */
function* printSvmVerdict(
  { answer, reasons, transaction, isCallList, squads, fee, instructions }: SvmVerdict,
  { style, slot, ok, program }: VerdictPrinting,
): Iterable<string> {
  yield style.dim(slot === null ? 'no node was asked\n' : `at slot ${slot}\n`)
  if (isCallList)
    yield* printPairs(
      [
        ['signs', transaction.feePayer],
        ['fee', `${feeTextOf(fee)}, in a transaction of version 0`],
      ],
      style,
    )
  else if (squads === null) yield* printTransaction(transaction, style)
  else
    yield* printPairs(
      [
        ['Squads', `transaction ${squads.index} of ${squads.multisig}`],
        ['signs', `${transaction.feePayer}, vault ${squads.vaultIndex}`],
        ['made by', squads.creator],
        ['fee', 'of whoever executes it'],
      ],
      style,
    )
  for (const { index, instruction, manage } of instructions) {
    yield '\n'
    const head = `${String(index).padStart(2)}  `
    yield* printInstruction(describeInstruction(instruction, program), {
      style,
      head,
      margin: '    ',
    })
    if (manage !== null) yield* printManage(manage, style)
  }
  yield '\n'
  for (const reason of reasons) yield* printReason(reason, style)
  yield `${sentenceOf(answer, ok, style)}\n`
}

function* printManage(
  { manage, status, digest, operators, free }: VerifiedManage,
  style: TextStyle,
): Iterable<string> {
  const paint = { permitted: style.green, refused: style.red, unknown: style.yellow }[status]
  const text = digest === null ? 'digest not computed' : `digest ${printHex(digest).slice(2)}`
  yield `    ${paint(status)}  ${text} at ${manage.digestAddress}\n`
  if (operators === null) return
  yield `      pins  ${printOperators(operators)}\n`
  yield `      free  ${printSafely(free.join(', ')) || 'nothing'}\n`
}

function* printReason({ weight, message, index }: SvmReason, style: TextStyle): Iterable<string> {
  const paint = { no: style.red, open: style.yellow, note: style.dim }[weight]
  const label = { no: 'no', open: 'open', note: 'note' }[weight]
  const subject = index === null ? '' : `instruction ${index}: `
  yield `${paint(label.padEnd(4))}  ${subject}${printSafely(message)}\n`
}

function sentenceOf(answer: SvmVerdict['answer'], ok: boolean, style: TextStyle): string {
  if (ok) return `${style.green('Yes:')} the digests on the chain permit every call.`
  if (answer === 'yes') return `${style.red('No:')} --strict refuses what is noted above.`
  if (answer === 'no') return `${style.red('No:')} the vault program would refuse it.`
  return `${style.yellow('Cannot say:')} what decides is open.`
}
