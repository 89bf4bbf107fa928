import type { AbiValue } from '@vaultwright/manager'
import type { ActionInputValues, ActionParameter, AmountParameter } from '@vaultwright/protocols'
import { type ActionDraft, isNoted, noteMissing, noteUnread } from './action-draft.ts'

/**
 * Asks the chain for a value that it can quote.
 *
 * @returns the value; null when it has no quote, there is no chain, or none is given.
 * @throws {UnreadableAnswerError} when something else is answered.
 */
export async function readQuote(
  draft: ActionDraft,
  parameter: ActionParameter,
): Promise<AbiValue | null> {
  const { readContract } = draft.scope.session
  if (!('quote' in parameter) || parameter.quote === undefined || readContract === null) return null
  // A quote is made of the other values: without them there is no question to ask.
  if (draft.problems.length > 0) return null
  const {
    to,
    call,
    arguments: values,
    returns,
  } = parameter.quote(draft.values as ActionInputValues)
  return readContract({ to, call, arguments: values, returns })
}

/** Fills in an amount that was left out and that the chain quotes: a fee. */
export async function resolveQuoted(
  draft: ActionDraft,
  name: string,
  parameter: AmountParameter,
): Promise<void> {
  if (parameter.quote === undefined) return
  if (draft.values[name] !== undefined || isNoted(draft, name)) return
  const quote = await readQuote(draft, parameter)
  if (typeof quote === 'bigint') draft.values[name] = quote
  else if (draft.scope.session.readContract === null)
    noteUnread(draft, name, (hint) => `Give it, or ${hint}.`)
  else if (draft.problems.length === 0) {
    noteMissing(draft, name, 'Give it: the chain gives no quote.')
  }
}
