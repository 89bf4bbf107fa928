import { type Address, type Finding, isSameAddress } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { AnyValues, Parameter } from '@vaultwright/protocols'
import { isInOrder } from './combination.ts'
import { readFact } from './fact.ts'
import { fillAmount, fillAmounts } from './fill-amount.ts'
import { fillMinimum } from './fill-minimum.ts'
import { isDirect, readSeconds } from './given.ts'
import { type Problem, problemAt } from './problem.ts'
import { fillQuoted, readQuote } from './quote.ts'
import { readRequests } from './request.ts'
import type { Selection } from './selection.ts'
import { type FillPlace, isNoted, note, noteMissing, noteUnread, type Sheet } from './sheet.ts'
import { textOfValue } from './value-text.ts'

/** An action with every value that it needs. */
export type Filled = {
  readonly selection: Selection
  /** Who acts: the vault, or its drone. */
  readonly self: Address
  readonly values: AnyValues
  readonly warnings: readonly Finding[]
}

/**
 * Fills in every value of an action: given, told by the chain, or by default.
 *
 * @param selection - the permission, and what was given.
 * @param place - the desk, and where the request stands.
 * @param noted - problems that are known already.
 * @returns the values, or every problem, those that were known among them.
 * @throws {UnreadableAnswerError} when a contract answers with something else, and what reading throws.
 */
export async function fill(
  selection: Selection,
  place: FillPlace,
  noted: readonly Problem[],
): Promise<{ readonly filled: Filled | null; readonly problems: readonly Problem[] }> {
  const { vault, manager } = place.desk.context
  const self = selection.combination.permissions[0]!.drone ?? vault
  const sheet: Sheet = {
    ...{ selection, place, self },
    values: { ...selection.combination.values, self, manager },
    problems: [...noted],
    warnings: [],
  }
  const parameters = Object.entries(selection.action.parameters)
  for (const [name, parameter] of parameters) {
    if (isDirect(parameter)) await fillDirect(sheet, name, parameter)
  }
  checkBelonging(sheet)
  await Promise.all(
    parameters.map(async ([name, parameter]) => {
      if (parameter.kind === 'amount') await fillAmount(sheet, name, parameter)
      if (parameter.kind === 'amounts') await fillAmounts(sheet, name, parameter)
      if (parameter.kind === 'deadline') fillDeadline(sheet, name, parameter.fallback)
      if (parameter.kind === 'actions') await fillActions(sheet, name)
    }),
  )
  for (const [name, parameter] of parameters) {
    if (parameter.kind === 'amount') await fillQuoted(sheet, name, parameter)
  }
  for (const [name, parameter] of parameters) {
    if (parameter.kind === 'minimum' || parameter.kind === 'minimums') {
      await fillMinimum(sheet, name, parameter)
    }
  }
  const { problems, warnings } = sheet
  if (problems.length > 0) return { filled: null, problems }
  return { filled: { selection, self, values: sheet.values as AnyValues, warnings }, problems }
}

async function fillDirect(sheet: Sheet, name: string, parameter: Parameter): Promise<void> {
  const { values, selection, place, problems } = sheet
  if (values[name] !== undefined) return checkFact(sheet, name, parameter)
  const given = selection.direct[name]
  const fact = await readFact(parameter, values, place.desk.ask)
  // Amounts are counted in a token: one that the chain contradicts would count them wrong.
  const isQuoted = parameter.kind === 'token' || given === undefined
  const told = fact ?? (isQuoted ? await readQuote(sheet, parameter) : null)
  if (given !== undefined && told !== null && textOfValue(given) !== textOfValue(told)) {
    const msg = `The chain says ${textOfValue(told)}. Leave it out, or check the account.`
    const ctx = { expected: textOfValue(told) }
    problems.push(
      problemAt(place, name, { type: 'contradicts_chain', msg, input: textOfValue(given), ctx }),
    )
    return
  }
  const value = given ?? told ?? fallbackOf(parameter)
  if (value !== null) {
    values[name] = value
    return
  }
  const isHeldBack = 'quote' in parameter && place.desk.ask !== null && problems.length > 0
  if (isHeldBack || isNoted(sheet, name)) return
  const isTold = parameter.fact !== undefined || 'quote' in parameter
  if (!isTold) return noteMissing(sheet, name, 'Give it.')
  if (place.desk.ask === null) return noteUnread(sheet, name, (hint) => `Give it, or ${hint}.`)
  noteMissing(sheet, name, 'Give it: the chain does not tell.')
}

/** What leaves and lock files say of an account holds only while the account itself says so. */
async function checkFact(
  { values, place, problems }: Sheet,
  name: string,
  parameter: Parameter,
): Promise<void> {
  const told = await readFact(parameter, values, place.desk.ask)
  const known = textOfValue(values[name]!)
  if (told === null || textOfValue(told) === known) return
  const msg = `The chain says ${textOfValue(told)}, and what is known says ${known}. Check the lock file, the definition and the account.`
  const ctx = { expected: textOfValue(told) }
  problems.push(problemAt(place, name, { type: 'contradicts_chain', msg, input: known, ctx }))
}

function fallbackOf(parameter: Parameter): AbiValue | null {
  switch (parameter.kind) {
    case 'word':
    case 'integer':
    case 'flag':
    case 'bytes':
    case 'text':
    case 'raw':
      return parameter.fallback ?? null
    default:
      return null
  }
}

/** Values that must lie within others: a coin among the coins of its pool, an identifier of its account. */
function checkBelonging({ selection, values, place, problems }: Sheet): void {
  for (const [name, parameter] of Object.entries(selection.action.parameters)) {
    const value = values[name]
    if (typeof value !== 'string') continue
    if (parameter.kind === 'token' && parameter.oneOf !== undefined) {
      const list = values[parameter.oneOf]
      if (typeof list !== 'object') continue
      if (list.some((item) => isSameAddress(String(item), value))) continue
      const msg = `It is none of ${parameter.oneOf}: ${textOfValue(list)}.`
      problems.push(problemAt(place, name, { type: 'enum', msg, input: value }))
    }
    if (isInOrder(values, name, parameter)) continue
    const [type, msg] =
      parameter.kind === 'word'
        ? ['word', `It does not begin with ${parameter.startsWith}.`]
        : ['order', `It must be above ${parameter.kind === 'token' ? parameter.above : ''}.`]
    problems.push(problemAt(place, name, { type, msg, input: value }))
  }
}

function fillDeadline(sheet: Sheet, name: string, fallback: bigint): void {
  const { selection, place, values } = sheet
  const input = selection.late[name]
  const seconds =
    input === undefined ? ({ ok: true, value: fallback } as const) : readSeconds(input)
  if (seconds.ok) values[name] = place.desk.context.now + seconds.value
  else note(sheet, name, { ...seconds, input })
}

async function fillActions(sheet: Sheet, name: string): Promise<void> {
  const { selection, place, values, problems } = sheet
  const input = selection.late[name]
  if (input === undefined) return noteMissing(sheet, name)
  const requests = readRequests(input)
  if (!requests.ok) return note(sheet, name, { ...requests, input })
  if (place.desk.allowances === 'unknown') {
    const msg = 'A loan cannot run inside another: the lender lets nobody in twice.'
    problems.push(problemAt(place, name, { type: 'nested_loan', msg }))
    return
  }
  const inside = await place.inside(requests.value, [...place.loc, 'params', name])
  problems.push(...inside.problems)
  values[name] = inside.data
}
