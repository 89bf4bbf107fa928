import { printHex } from '@vaultwright/base'
import type { SvmAddress } from '@vaultwright/svm'
import {
  describeInstruction,
  type SvmReason,
  type SvmVerdict,
  type VerifiedManage,
  type VerifiedSvmInstruction,
} from '@vaultwright/svm-builder'
import { svmOperatorOf } from '@vaultwright/wire'
import { printOperators } from '../../input/solana/operators.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'
import { instructionJsonOf, printInstruction } from './instruction.ts'
import { feeTextOf, printTransaction, transactionJsonOf } from './transaction.ts'

/** A verdict over a transaction, for a program. */
export function svmVerdictJsonOf(
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
export function* printSvmVerdict(
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
