import type { AbiValue } from '@vaultwright/manager'
import type { AmountParameter, AnyValues, Parameter } from '@vaultwright/protocols'
import { isNoted, noteMissing, noteUnread, type Sheet } from './sheet.ts'

/**
 * Asks the chain for a value that it can quote.
 *
 * @param sheet - with the values that the question is made of.
 * @param parameter - whose value it is.
 * @returns the value; null when it has no quote, there is no chain, or none is given.
 * @throws {UnreadableAnswerError} when something else is answered.
 */
export async function readQuote(sheet: Sheet, parameter: Parameter): Promise<AbiValue | null> {
  const { ask } = sheet.place.desk
  if (!('quote' in parameter) || parameter.quote === undefined || ask === null) return null
  // A quote is made of the other values: without them there is no question to ask.
  if (sheet.problems.length > 0) return null
  const { to, call, arguments: values, returns } = parameter.quote(sheet.values as AnyValues)
  return ask({ to, call, arguments: values, returns })
}

/**
 * Fills in an amount that was left out and that the chain quotes: a fee.
 *
 * @param sheet - to fill in; all other amounts stand already.
 * @param name - of the parameter.
 * @param parameter - its kind.
 */
export async function fillQuoted(
  sheet: Sheet,
  name: string,
  parameter: AmountParameter,
): Promise<void> {
  if (parameter.quote === undefined) return
  if (sheet.values[name] !== undefined || isNoted(sheet, name)) return
  const quote = await readQuote(sheet, parameter)
  if (typeof quote === 'bigint') sheet.values[name] = quote
  else if (sheet.place.desk.ask === null) noteUnread(sheet, name, (hint) => `Give it, or ${hint}.`)
  else if (sheet.problems.length === 0) {
    noteMissing(sheet, name, 'Give it: the chain gives no quote.')
  }
}
