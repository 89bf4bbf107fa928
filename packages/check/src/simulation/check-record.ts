import { type Address, BaseError, type Hex, isSameAddress, parseHex } from '@vaultwright/base'
import { type DecodedBatch, provenRootOf, readBatch } from '@vaultwright/manager'
import { callHashOf } from '@vaultwright/packet'
import { callContextOf, describeCall, isSentenceOf, ruleBook } from '@vaultwright/protocols'
import type { SimulationPage, SimulationPageCall } from '@vaultwright/wire'
import { type AnswerVerdict, reasonOf, verdictOf } from '../verdict/verdict.ts'

/** The result of checking a simulation against the calldata at hand. */
export type RecordCheck = {
  /** No by one difference between the record and its calldata; open where no rule can say to which root proofs lead. */
  readonly verdict: AnswerVerdict
  readonly callCount: number
  /** Sentences that no action of a call can confirm or deny. */
  readonly unjudgedCount: number
  /** Over chain, target, value and calldata: what signers read to each other. */
  readonly contentHash: Hex
  readonly size: number
}

type DecodedCall = {
  readonly path: string
  readonly target: Address
  readonly data: Hex
  readonly value: bigint
}

/**
 * Reads the calldata of a simulation again and compares it with what the record says of it: calls, values,
 * arguments and sentences. What the engines saw cannot be checked here.
 */
export function checkRecord(page: SimulationPage): RecordCheck {
  const calldata = page.encoded_tx_data as Hex
  const bytes = parseHex(calldata)
  const manager = page.target as Address
  const value = BigInt(page.value ?? 0)
  const contentHash = callHashOf({ chainId: page.chain_id, to: manager, value, data: calldata })
  const head = { contentHash, size: bytes.length }
  try {
    const calls = [...callsIn(readBatch(calldata, { manager }))]
    const problems: string[] = []
    if (calls.length !== page.calls.length)
      problems.push(
        `The calldata makes ${calls.length} calls; the record lists ${page.calls.length}.`,
      )
    let unjudgedCount = 0
    for (const [index, call] of calls.entries()) {
      const listed = page.calls[index]
      if (listed === undefined) break
      const result = compareCall(call, listed, page)
      problems.push(...result.problems)
      unjudgedCount += result.unjudgedCount
    }
    const proven = provenRootOf(calldata, { rules: ruleBook, manager })
    const isRootProven = proven === null ? null : proven.root === page.root.toLowerCase()
    if (isRootProven === false)
      problems.push(`The proofs lead to root ${proven!.root}; the record names ${page.root}.`)
    const verdict = recordVerdict(problems, { isRootProven, unjudgedCount })
    return { ...head, verdict, callCount: calls.length, unjudgedCount }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    const problems = [`The calldata cannot be read: ${error.shortMessage}`]
    const verdict = recordVerdict(problems, { isRootProven: null, unjudgedCount: 0 })
    return { ...head, verdict, callCount: 0, unjudgedCount: 0 }
  }
}

function recordVerdict(
  problems: readonly string[],
  facts: { readonly isRootProven: boolean | null; readonly unjudgedCount: number },
): AnswerVerdict {
  const { isRootProven, unjudgedCount } = facts
  const unjudged = `Sentences that no action of a call confirms or denies: ${unjudgedCount}.`
  return verdictOf([
    ...problems.map((message) => reasonOf('no', 'not_followed', message)),
    ...(isRootProven === null
      ? [reasonOf('open', 'chain_decides', 'No rule can say to which root the proofs lead.')]
      : []),
    ...(unjudgedCount === 0 ? [] : [reasonOf('note', 'stated', unjudged)]),
  ])
}

function* callsIn(batch: DecodedBatch, parents = ''): Iterable<DecodedCall> {
  for (const [index, { target, data, value, loan }] of batch.calls.entries()) {
    const path = `${parents}${index}`
    yield { path, target, data, value }
    if (loan !== null) yield* callsIn(loan.batch, `${path}.`)
  }
}

type CallComparison = { readonly problems: readonly string[]; readonly unjudgedCount: number }

function compareCall(
  call: DecodedCall,
  listed: SimulationPageCall,
  page: SimulationPage,
): CallComparison {
  const isSameCall =
    listed.path.join('.') === call.path &&
    isSameAddress(listed.target as Address, call.target) &&
    listed.data.toLowerCase() === call.data.toLowerCase() &&
    listed.value === String(call.value)
  if (!isSameCall)
    return { problems: [`Call ${call.path} is not the one in the calldata.`], unjudgedCount: 0 }
  const context = { chainId: page.chain_id, vault: page.vault_address as Address }
  const problems = argumentProblems(call, listed, page)
  let unjudgedCount = 0
  for (const sentence of [...(listed.sentences ?? []), listed.description ?? '']) {
    if (sentence === '') continue
    const judged = isSentenceOf(sentence, call, context)
    if (judged === false) problems.push(`Call ${call.path} does not do this: ${sentence}`)
    if (judged === null) unjudgedCount++
  }
  return { problems, unjudgedCount }
}

function argumentProblems(
  call: DecodedCall,
  { details = [], unread = null }: SimulationPageCall,
  page: SimulationPage,
): string[] {
  const context = callContextOf(page.chain_id, page.vault_address as Address)
  const described = describeCall(call, context)
  const values = new Map(details.map(({ path, value }) => [path, value.toLowerCase()]))
  const problems = described.arguments.flatMap(({ path, value }) => {
    if (details.length === 0) return []
    const text = String(value).toLowerCase()
    return values.get(path) === text
      ? []
      : [`Call ${call.path}: ${path} is ${text} in the calldata.`]
  })
  if (described.unread !== null && unread === null)
    problems.push(`Call ${call.path}: ${described.unread}`)
  return problems
}
