import { encodeBase64 } from '@vaultwright/svm'
import type { SvmAccountDescription, SvmInstructionDescription } from '@vaultwright/svm-builder'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'

/** Prints an instruction for a person: what it is, its arguments, its accounts; the inner call below. */
export function* printInstruction(
  description: SvmInstructionDescription,
  {
    style,
    head,
    margin,
  }: { readonly style: TextStyle; readonly head: string; readonly margin: string },
): Iterable<string> {
  const { program, programName, name, data, extraBytes, inner } = description
  const title = name ?? `unknown instruction, ${data.length} bytes of data`
  yield `${head}${style.bold(title)}  ${programName ?? 'program'} ${program}\n`
  const rows = [
    ...description.arguments.map(({ name, value }) => [name, value] as const),
    ...(name === null && data.length > 0 ? [['data', encodeBase64(data)] as const] : []),
    // What manage hands on is shown as the call that it makes.
    ...(inner === null ? description.accounts : description.accounts.slice(0, 5)).map(accountRow),
  ]
  const width = rows.reduce((most, [title]) => Math.max(most, title.length), 0)
  for (const [title, value] of rows) {
    yield `${margin}${style.dim(title.padEnd(width))}  ${printSafely(value)}\n`
  }
  if (extraBytes > 0) {
    yield style.yellow(`${margin}extra bytes behind the arguments: ${extraBytes}\n`)
  }
  if (inner !== null) {
    yield* printInstruction(inner, { style, head: `${margin}calls  `, margin: `${margin}  ` })
  }
}

/** An instruction with everything inside, for a program. */
export function instructionJsonOf(description: SvmInstructionDescription): Json {
  const { program, programName, name, accounts, data, extraBytes, inner } = description
  return {
    program,
    program_name: programName,
    name,
    arguments: Object.fromEntries(description.arguments.map(({ name, value }) => [name, value])),
    accounts: accounts.map(({ address, isSigner, isWritable, ...account }) => ({
      name: account.name,
      address,
      is_signer: isSigner,
      is_writable: isWritable,
    })),
    data_base64: encodeBase64(data),
    extra_bytes: extraBytes,
    inner: inner === null ? null : instructionJsonOf(inner),
  }
}

function accountRow(account: SvmAccountDescription, index: number): readonly [string, string] {
  const flags = [account.isSigner ? 'signer' : '', account.isWritable ? 'writable' : '']
  const marks = flags.filter((flag) => flag !== '').join(', ')
  const title = account.name ?? `account ${index}`
  return [title, `${account.address}${marks === '' ? '' : `  ${marks}`}`]
}
