import type { Fact } from '@vaultwright/base'
import { isSvmAddress, type SvmAddress } from '@vaultwright/svm'

/** Why a transaction would fail, or why it cannot be simulated. */
export type SvmFailure = {
  /** The instruction of the transaction that failed, from 0; null when the failure is of the whole. */
  readonly instruction: number | null
  /** The program that failed first, which need not be the one that was called; null when unknown. */
  readonly program: SvmAddress | null
  /** The number that the program gave; null when it is an error of the runtime. */
  readonly programCode: number | null
  /** The error's name; the code of the failure when there is no simulation. */
  readonly name: string
  /** One sentence or two for a person. */
  readonly text: string
  /** The error as the node spells it; null when there is no simulation. */
  readonly err: Fact
}

/** A program's name for the number of its error. */
export type ProgramErrorNames = (
  program: SvmAddress,
  code: number,
) => { readonly name: string; readonly message: string } | null

/** The failure and its calls. */
export type SvmFailureContext = {
  readonly logs: readonly string[]
  /** Programs of the transaction's instructions, where they are known. */
  readonly programs: readonly SvmAddress[]
  readonly nameOf: ProgramErrorNames
}

/** The meanings of failures of the whole transaction. */
const meanings: Readonly<Record<string, string>> = {
  AccountNotFound: 'The fee payer does not exist on the chain. Send it some SOL.',
  InsufficientFundsForFee: 'The fee payer cannot pay the fee. Send it some SOL.',
  InvalidAccountForFee: 'The fee payer is not an account that may pay. Give another strategist.',
  BlockhashNotFound:
    'The cluster does not know the blockhash any more. Build the transaction again.',
  AlreadyProcessed: 'The cluster has this transaction already. Build it again.',
  ProgramAccountNotFound: 'A program that is called does not exist on this cluster.',
  AddressLookupTableNotFound: 'A lookup table does not exist. Leave it out of the transaction.',
  InvalidAddressLookupTableIndex:
    'A lookup table does not have that many addresses. Build the transaction again.',
  MaxLoadedAccountsDataSizeExceeded:
    'The accounts have more bytes than the transaction allows. Raise its limit for loaded accounts.',
  TooManyAccountLocks: 'The transaction names too many accounts. Split it.',
  UnsupportedVersion: 'The cluster does not take transactions of this version. Build version 0.',
  SanitizeFailure: 'The cluster does not accept the form of the transaction. Build it again.',
}

/**
 * Reads the error of a simulated transaction.
 *
 * A number that a program gives belongs to the program that failed first: a program that calls it fails
 * with the same number, which there means something else.
 *
 * @param err - as the node spells it: a name, or an object with one name.
 */
export function svmFailureOf(err: Fact, context: SvmFailureContext): SvmFailure {
  const [name, detail] = partsOf(err)
  if (name !== 'InstructionError' || !Array.isArray(detail)) {
    const text = meanings[name] ?? `The transaction would fail: ${wordsOf(name)}.`
    const place = detail === null ? '' : ` (${JSON.stringify(detail)})`
    const failure = { instruction: null, program: null, programCode: null }
    return { ...failure, name, text: `${text}${place}`, err }
  }
  const [index, inner] = detail as readonly Fact[]
  const instruction = typeof index === 'number' ? index : null
  const called = instruction === null ? null : (context.programs[instruction] ?? null)
  const program = failedProgramOf(context.logs) ?? called
  const [innerName, innerDetail] = partsOf(inner ?? null)
  const programCode = innerName === 'Custom' && typeof innerDetail === 'number' ? innerDetail : null
  const named =
    program === null || programCode === null
      ? null
      : (context.nameOf(program, programCode) ?? loggedError(context.logs, program, programCode))
  const where = `Instruction ${instruction ?? '?'} fails in program ${program ?? '?'}`
  if (programCode === null) {
    const text = `${where}: ${wordsOf(innerName)}.`
    return { instruction, program, programCode, name: innerName, text, err }
  }
  const shown = named === null ? `error ${programCode}` : `${named.name} (${programCode})`
  const meaning =
    named === null ? 'The program gives this number no name that is known here' : named.message
  const text = `${where}: ${shown}. ${meaning.replace(/\.$/, '')}.`
  return { instruction, program, programCode, name: named?.name ?? 'Custom', text, err }
}

/**
 * Finds the program that failed first: a failure ends every program that led to it, innermost first.
 *
 * @returns null when the logs do not show it.
 */
export function failedProgramOf(logs: readonly string[]): SvmAddress | null {
  for (const line of logs) {
    const [, program] = /^Program (\w{32,44}) failed: /.exec(line) ?? []
    if (program !== undefined && isSvmAddress(program)) return program
  }
  return null
}

/**
 * Finds the name that the failed program itself logs for the number, as programs made with Anchor do. Lines of programs
 * that it called are not read.
 */
function loggedError(logs: readonly string[], program: SvmAddress, code: number) {
  const end = logs.findIndex((line) => line.startsWith(`Program ${program} failed: `))
  let depth = 0
  for (let index = end - 1; index >= 0; index -= 1) {
    const line = logs[index]!
    if (/^Program \w{32,44} (success|failed: )/.test(line)) depth += 1
    else if (/^Program \w{32,44} invoke \[/.test(line)) depth -= 1
    if (depth < 0) return null
    const [, name, number, message] =
      (depth === 0 &&
        /^Program log: AnchorError .*Error Code: (\w{1,64})\. Error Number: (\d+)\. Error Message: ([ -~]{1,200})$/.exec(
          line,
        )) ||
      []
    if (name !== undefined && Number(number) === code)
      return { name, message: `The program says: ${message}` }
  }
  return null
}

function partsOf(err: Fact): readonly [string, Fact] {
  if (typeof err === 'string') return [err, null]
  if (typeof err !== 'object' || err === null || Array.isArray(err)) return ['unknown', err]
  const [entry] = Object.entries(err)
  return entry === undefined ? ['unknown', null] : [entry[0], entry[1] as Fact]
}

/** `InsufficientFunds` in words. */
function wordsOf(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
}
