import type { Finding } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { AnyValues, MinimumParameter, MinimumsParameter } from '@vaultwright/protocols'
import { amountOf, amountsOf } from './fill-amount.ts'
import { type GivenReading, readDecimalText, readInteger } from './given.ts'
import { expectedName, leastOf, slippageName, wholeBps } from './minimum.ts'
import { isNoted, note, noteMissing, noteUnread, type Sheet } from './sheet.ts'

/**
 * Fills in the least that must come out: as given, or what is expected or quoted less slippage. Never zero by default.
 *
 * @param sheet - to fill in; every other value stands already.
 * @param name - of the parameter.
 * @param parameter - its kind.
 */
export async function fillMinimum(
  sheet: Sheet,
  name: string,
  parameter: MinimumParameter | MinimumsParameter,
): Promise<void> {
  const { late } = sheet.selection
  const expected = late[expectedName(name)]
  const given = late[name]
  if (given !== undefined && expected !== undefined) {
    const msg = `Both ${name} and ${expectedName(name)} are given. Give one of them.`
    return note(sheet, name, { ok: false, type: 'conflict', msg, input: given })
  }
  if (given !== undefined) {
    const least = await readAmounts(sheet, given, parameter)
    if (least?.ok === true) put(sheet, name, least.value)
    else if (least !== null) note(sheet, name, { ...least, input: given })
    return
  }
  const hopes = await expectedOf(sheet, name, { parameter, expected })
  if (hopes === null) return
  const slippage = slippageOf(sheet)
  if (slippage === null) return
  const least =
    typeof hopes === 'object'
      ? (hopes as readonly bigint[]).map((hope) => leastOf(hope, slippage))
      : leastOf(hopes as bigint, slippage)
  if (!isNothing(least)) return put(sheet, name, least)
  const msg = `What is expected less slippage is 0. Expect more, or give ${name} as 0 if whatever comes out is accepted.`
  note(sheet, name, { ok: false, type: 'no_minimum', msg, input: expected })
}

type Expectation = {
  readonly parameter: MinimumParameter | MinimumsParameter
  readonly expected: unknown
}

async function expectedOf(
  sheet: Sheet,
  name: string,
  { parameter, expected }: Expectation,
): Promise<AbiValue | null> {
  if (expected !== undefined) {
    const hopes = await readAmounts(sheet, expected, parameter)
    if (hopes?.ok === true) return hopes.value
    if (hopes !== null) note(sheet, expectedName(name), { ...hopes, input: expected })
    return null
  }
  const ways = `Give it, or ${expectedName(name)} with ${slippageName}`
  if (parameter.kind === 'minimums' || parameter.quote === undefined) {
    noteMissing(sheet, name, `${ways}.`)
    return null
  }
  const { ask } = sheet.place.desk
  if (ask === null) {
    noteUnread(sheet, name, (hint) => `${ways}, or ${slippageName} alone and ${hint}.`)
    return null
  }
  // A quote is made of the other values: without them there is no question to ask.
  if (sheet.problems.length > 0) return null
  const { to, call, arguments: values, returns } = parameter.quote(sheet.values as AnyValues)
  const quote = await ask({ to, call, arguments: values, returns })
  if (typeof quote === 'bigint') return quote
  noteMissing(sheet, name, `${ways}: ${to} gives no quote.`)
  return null
}

function slippageOf(sheet: Sheet): bigint | null {
  const { late, direct } = sheet.selection
  // Of several minimums the first has said what is wrong with it.
  if (isNoted(sheet, slippageName)) return null
  const input = late[slippageName] ?? direct[slippageName]
  if (input === undefined) {
    noteMissing(sheet, slippageName, 'Say how many basis points may be lost.')
    return null
  }
  const reading: GivenReading<bigint> =
    typeof input === 'bigint'
      ? { ok: true, value: input }
      : readInteger(input, { min: 0n, max: wholeBps })
  if (reading.ok) return reading.value
  note(sheet, slippageName, { ...reading, input })
  return null
}

async function readAmounts(
  sheet: Sheet,
  input: unknown,
  parameter: MinimumParameter | MinimumsParameter,
): Promise<GivenReading<bigint | readonly bigint[]> | null> {
  if (parameter.kind === 'minimums') return amountsOf(sheet, input, parameter.unit)
  const text = readDecimalText(input)
  if (!text.ok) return text
  return amountOf(sheet, text.value, { unit: parameter.unit, at: 0 })
}

function put(sheet: Sheet, name: string, least: bigint | readonly bigint[]): void {
  sheet.values[name] = least
  const isOpen = typeof least === 'bigint' ? least === 0n : least.includes(0n)
  if (isOpen) sheet.warnings.push(noMinimum(name))
}

function isNothing(least: bigint | readonly bigint[]): boolean {
  return typeof least === 'bigint' ? least === 0n : least.every((one) => one === 0n)
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
