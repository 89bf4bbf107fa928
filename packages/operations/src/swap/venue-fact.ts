import type { Address, Hex } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { encodeCall, parseSignature } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import {
  emptyFacts,
  joinReadings,
  type KnownFacts,
  longestList,
  mergeFacts,
  type Permission,
  parseFactCall,
  type Reading,
  venueOf,
} from '@vaultwright/protocols'
import { tokenFactsOf } from '@vaultwright/swap'

/** The question to an account, put once, because neither leaves nor known facts have the answer. */
export type FactQuestion = {
  readonly account: Address
  readonly call: string
  /** As a tuple; only its names matter. */
  readonly returns: string
}

/** Lists what venues have to ask before they can be quoted, each question once. */
export function factQuestionsOf(
  permissions: readonly Permission[],
  knownFacts: KnownFacts,
): readonly FactQuestion[] {
  const byKey = new Map<string, FactQuestion>()
  for (const { action, binding } of permissions) {
    const venue = venueOf(action.route)
    if (venue === null) continue
    const input = { action, binding, knownFacts }
    const questions = [
      ...tokenFactsOf(venue.sold, input),
      ...tokenFactsOf(venue.bought, input),
      ...venue.facts,
    ]
    for (const { of, call } of questions) {
      const account = binding[of]
      if (typeof account !== 'string') continue
      if (knownFacts.factOf(account as Address, call) !== null) continue
      const fact = Object.values(action.parameters).find((one) => one.fact?.call === call)?.fact
      const question = { account: account as Address, call, returns: fact?.returns ?? '(address)' }
      byKey.set(`${question.account}|${call}`.toLowerCase(), question)
    }
  }
  return [...byKey.values()]
}

/** Asks accounts for facts, in one round; what does not answer stays unknown. */
export function* readFacts(questions: readonly FactQuestion[]): Reading<KnownFacts> {
  const answers = yield* joinReadings(questions.map(readFact))
  const byKey = new Map(
    questions.map(({ account, call }, index) => [keyOf(account, call), answers[index]!]),
  )
  return { ...emptyFacts, factOf: (account, call) => byKey.get(keyOf(account, call)) ?? null }
}

/** Adds facts that were read to those that were known; the same object where nothing was. */
export function withFacts(
  known: KnownFacts,
  questions: readonly FactQuestion[],
  read: KnownFacts,
): KnownFacts {
  const isNews = questions.some(({ account, call }) => read.factOf(account, call) !== null)
  return isNews ? mergeFacts([known, read]) : known
}

function* readFact({ account, call, returns }: FactQuestion): Reading<AbiValue | null> {
  const { signature, field } = parseFactCall(call)
  if (signature.includes('()')) {
    const data = encodeCall(parseSignature(signature), [])
    const [answer] = yield [{ to: account, data }]
    return accountAt(answer ?? null, indexOf(returns, field))
  }
  const answers = yield Array.from({ length: longestList }, (_, index) => ({
    to: account,
    data: encodeCall(parseSignature(signature), [BigInt(index)]),
  }))
  const accounts = answers.map((answer) => accountAt(answer, 0))
  const end = accounts.indexOf(null)
  return end > 0 ? (accounts.slice(0, end) as Address[]) : null
}

function indexOf(returns: string, field: string | null): number {
  if (field === null) return 0
  const names = returns.slice(1, -1).split(',')
  return Math.max(
    0,
    names.findIndex((name) => name.trim().endsWith(` ${field}`)),
  )
}

function accountAt(answer: Hex | null, index: number): Address | null {
  if (answer === null) return null
  const word = answer.slice(2 + 64 * index, 2 + 64 * (index + 1))
  return /^0{24}[0-9a-f]{40}$/i.test(word) ? checksumOf(`0x${word.slice(24).toLowerCase()}`) : null
}

function keyOf(account: Address, call: string): string {
  return `${account}|${call}`.toLowerCase()
}
