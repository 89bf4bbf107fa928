import type { Finding } from '@vaultwright/base'
import { minimumOf, wholeBps } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { ActionInputValues, MinimumParameter, MinimumsParameter } from '@vaultwright/protocols'
import type { InputReading } from '../value/account-input.ts'
import { expectedName, slippageName } from '../value/minimum.ts'
import { readDecimalText, readInteger } from '../value/parameter-input.ts'
import { type ActionDraft, isNoted, noteMissing, noteProblem, noteUnread } from './action-draft.ts'
import { amountOf, amountsOf } from './resolve-amount.ts'

/**
 * Fills in the least that must come out: as given, or what is expected or quoted less slippage. Never zero by default.
 */
export async function resolveMinimum(
  draft: ActionDraft,
  name: string,
  parameter: MinimumParameter | MinimumsParameter,
): Promise<void> {
  const { deferred } = draft.selection
  const expected = deferred[expectedName(name)]
  const input = deferred[name]
  if (input !== undefined && expected !== undefined) {
    const msg = `Both ${name} and ${expectedName(name)} are given. Give one of them.`
    return noteProblem(draft, name, { ok: false, type: 'conflict', msg, input })
  }
  if (input !== undefined) {
    const minimum = await readAmounts(draft, input, parameter)
    if (minimum?.ok === true) setMinimum(draft, name, minimum.value)
    else if (minimum !== null) noteProblem(draft, name, { ...minimum, input })
    return
  }
  const hopes = await expectedOf(draft, name, { parameter, expected })
  if (hopes === null) return
  const slippage = slippageOf(draft)
  if (slippage === null) return
  const minimum =
    typeof hopes === 'object'
      ? (hopes as readonly bigint[]).map((hope) => minimumOf(hope, slippage))
      : minimumOf(hopes as bigint, slippage)
  if (!isNothing(minimum)) return setMinimum(draft, name, minimum)
  const msg = `What is expected less slippage is 0. Expect more, or give ${name} as 0 if whatever comes out is accepted.`
  noteProblem(draft, name, { ok: false, type: 'no_minimum', msg, input: expected })
}

type Expectation = {
  readonly parameter: MinimumParameter | MinimumsParameter
  readonly expected: unknown
}

async function expectedOf(
  draft: ActionDraft,
  name: string,
  { parameter, expected }: Expectation,
): Promise<AbiValue | null> {
  if (expected !== undefined) {
    const hopes = await readAmounts(draft, expected, parameter)
    if (hopes?.ok === true) return hopes.value
    if (hopes !== null) noteProblem(draft, expectedName(name), { ...hopes, input: expected })
    return null
  }
  const ways = `Give it, or ${expectedName(name)} with ${slippageName}`
  if (parameter.kind === 'minimums' || parameter.quote === undefined) {
    noteMissing(draft, name, `${ways}.`)
    return null
  }
  const { readContract } = draft.scope.session
  if (readContract === null) {
    noteUnread(draft, name, (hint) => `${ways}, or ${slippageName} alone and ${hint}.`)
    return null
  }
  // A quote is made of the other values: without them there is no question to ask.
  if (draft.problems.length > 0) return null
  const {
    to,
    call,
    arguments: values,
    returns,
  } = parameter.quote(draft.values as ActionInputValues)
  const quote = await readContract({ to, call, arguments: values, returns })
  if (typeof quote === 'bigint') return quote
  noteMissing(draft, name, `${ways}: ${to} gives no quote.`)
  return null
}

function slippageOf(draft: ActionDraft): bigint | null {
  const { deferred, direct } = draft.selection
  // Of several minimums the first has said what is wrong with it.
  if (isNoted(draft, slippageName)) return null
  const input = deferred[slippageName] ?? direct[slippageName]
  if (input === undefined) {
    noteMissing(draft, slippageName, 'Say how many basis points may be lost.')
    return null
  }
  const reading: InputReading<bigint> =
    typeof input === 'bigint'
      ? { ok: true, value: input }
      : readInteger(input, { min: 0n, max: wholeBps })
  if (reading.ok) return reading.value
  noteProblem(draft, slippageName, { ...reading, input })
  return null
}

async function readAmounts(
  draft: ActionDraft,
  input: unknown,
  parameter: MinimumParameter | MinimumsParameter,
): Promise<InputReading<bigint | readonly bigint[]> | null> {
  if (parameter.kind === 'minimums') return amountsOf(draft, input, parameter.unit)
  const text = readDecimalText(input)
  if (!text.ok) return text
  return amountOf(draft, text.value, { unit: parameter.unit, at: 0 })
}

function setMinimum(draft: ActionDraft, name: string, minimum: bigint | readonly bigint[]): void {
  draft.values[name] = minimum
  const isOpen = typeof minimum === 'bigint' ? minimum === 0n : minimum.includes(0n)
  if (isOpen) draft.warnings.push(noMinimum(name))
}

function isNothing(minimum: bigint | readonly bigint[]): boolean {
  return typeof minimum === 'bigint' ? minimum === 0n : minimum.every((one) => one === 0n)
}

function noMinimum(name: string): Finding {
  return {
    code: 'no_minimum',
    severity: 'warning',
    leaf: null,
    message: `${name} is 0: whatever comes out is accepted. Give a limit unless that is meant.`,
    facts: { parameter: name },
  }
}
