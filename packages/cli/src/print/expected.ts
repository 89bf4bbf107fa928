import type { Address, Hex } from '@vaultwright/base'
import type { SignedAround } from '@vaultwright/operations'
import type { CallContext } from '@vaultwright/protocols'
import { openSignedCall, type SignedCall, signedCallsOf } from '@vaultwright/safe'
import { text } from '../command/command.ts'
import { readJson } from '../input/input.ts'
import type { Context, Json } from '../terminal/context.ts'
import type { TextStyle } from '../terminal/style.ts'
import { printSafely } from '../terminal/table.ts'

/** The option that names the request. */
export const expectOption = {
  expect: text(
    'The request that it is said to be of, as the client of the API takes it: chain, vault_address, strategist_address and actions. Each field that differs is named, and makes the answer no',
    'file',
  ),
} as const

/** Calls held against a request: ready for `--json`, for a person and for the exit code. */
export type PrintedExpectation = {
  /** Null without a request. */
  readonly json: Json
  readonly print: (style: TextStyle) => Iterable<string>
  /** The answer; a value that could not be compared leaves it open. */
  readonly answer: 'yes' | 'open' | 'no'
}

type ExpectedCalls = {
  /** Every call down to the last. */
  readonly calls: SignedCall
  /** The strategist, where it is known. */
  readonly sender: Address | null
  readonly naming: CallContext
}

/** Compares calls with the request of a file; the request of no file is met by every call. */
export async function readExpectation(
  path: string | undefined,
  { calls, sender, naming }: ExpectedCalls,
  context: Context,
): Promise<PrintedExpectation> {
  if (path === undefined) return { json: null, answer: 'yes', *print() {} }
  const { compareWithRequest, parseSavedRequest } = await import('@vaultwright/check')
  const request = parseSavedRequest(await readJson(path, context))
  const { chainId, vault, units } = naming
  const layers = signedCallsOf(calls).map(({ path: steps, call }) => {
    return { path: steps.join('.'), call }
  })
  const comparison = compareWithRequest(layers, request, { chainId, vault, sender, units })
  const { problems, notes, uncompared } = comparison
  const answer = problems.length > 0 ? 'no' : uncompared.length > 0 ? 'open' : 'yes'
  return {
    json: { answer, ...comparison },
    answer,
    *print(style) {
      const { green, yellow, red, dim } = style
      const line = { yes: green, open: yellow, no: red }[answer]
      yield `${line(sentences[answer])}\n`
      for (const problem of problems) yield `  ${red('no  ')}  ${printSafely(problem)}\n`
      for (const reason of uncompared) yield `  ${yellow('open')}  ${printSafely(reason)}\n`
      for (const note of notes) yield `  ${dim('note')}  ${printSafely(note)}\n`
      yield '\n'
    },
  }
}

const sentences = {
  yes: 'As requested: every field of the request is in the calldata, and nothing beside it.',
  open: 'Not all of the request could be compared.',
  no: 'Not as requested.',
} as const

/** The call that people sign: what stands around calldata of a Manager, or its own call. */
export function signedOf(
  { data, around }: { readonly data: Hex; readonly around: SignedAround | null },
  manager: Address | null,
): SignedCall {
  return around?.call ?? openSignedCall({ to: manager, value: 0n, operation: 'call', data })
}
