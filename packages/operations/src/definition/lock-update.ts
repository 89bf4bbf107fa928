import { type Address, isSameAddress } from '@vaultwright/base'
import { type Chain, MissingDecimalsError, type Token } from '@vaultwright/chain'
import {
  type ChainDefinition,
  type Definition,
  emptyLock,
  type Lock,
  type LockedAccount,
  type LockedValue,
  lockOf,
  type WantedFact,
  wantedFactsOf,
} from '@vaultwright/definition'
import type { BlockRef, EthCallResult } from '@vaultwright/outcome'
import { longestList, parseFactCall } from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import { type AbiFunction, decodeFunctionResult, encodeFunctionData, parseAbiItem } from 'viem'
import { knownFactsFor, type LockedDefinition } from './build.ts'

/** A lock file with the facts of one chain read anew. */
export type LockUpdate = {
  readonly lock: Lock
  readonly block: BlockRef
  /** Lines of what is new, gone or different, as in `+ 0x… asset() = 0x…`. */
  readonly changes: readonly string[]
  /** Facts without an answer. */
  readonly unanswered: readonly string[]
}

/** One answer may lead to the next question. */
const rounds = 8

/** Reads every fact that a definition needs of a chain, all at one block, and compares with the lock file. */
export async function updateLock(
  { definition, lock: before }: LockedDefinition,
  chain: ChainDefinition,
  { node, block }: At,
): Promise<LockUpdate> {
  const { id } = chain.chain
  const { accounts, unanswered } = await readAccounts(definition, chain, { node, block })
  const previous = linesOf(before.chains.get(id)?.accounts ?? [])
  const lines = linesOf(accounts)
  const changes = [
    ...[...previous].filter((line) => !lines.has(line)).map((line) => `- ${line}`),
    ...[...lines].filter((line) => !previous.has(line)).map((line) => `+ ${line}`),
  ]
  return { lock: lockOf(before, id, { block, accounts }), block, changes, unanswered }
}

/** The node, and the one block that all answers are of. */
export type At = { readonly node: Chain; readonly block: BlockRef }

/** Compares what a lock file says with what the chain answers now. */
export async function staleFactsOf(
  locked: LockedDefinition,
  chain: ChainDefinition,
  at: At,
): Promise<readonly string[]> {
  const { id } = chain.chain
  const before = answersOf(locked.lock.chains.get(id)?.accounts ?? [])
  if (before.size === 0) return []
  const { accounts } = await readAccounts(locked.definition, chain, at)
  return [...answersOf(accounts)].flatMap(([question, now]) => {
    const old = before.get(question)
    if (old === undefined || old === now) return []
    return [
      `The lock file has ${question} = ${old}, but the chain answers ${now}. Refresh it with tree build --update.`,
    ]
  })
}

async function readAccounts(definition: Definition, chain: ChainDefinition, at: At) {
  const { id } = chain.chain
  const accounts = new Map<string, LockedAccount>()
  const addresses = new Set<string>()
  const unanswered: string[] = []
  const change = (address: Address, part: Partial<LockedAccount>) => {
    const previous = accounts.get(address.toLowerCase())
    const blank = { address, symbol: null, decimals: null, facts: new Map() }
    accounts.set(address.toLowerCase(), { ...(previous ?? blank), ...part })
  }
  for (let round = 0; round < rounds; round++) {
    const rows = [...accounts.values()]
    const lock = lockOf(emptyLock, id, { block: at.block, accounts: rows })
    const needs = wantedFactsOf(definition, id, knownFactsFor({ lock }, id))
    const isNew = (key: string) => !addresses.has(key)
    const facts = needs.facts.filter(({ account, call }) => isNew(`${account} ${call}`))
    const tokens = needs.tokens.filter((one) => isNew(one) && !isSameAddress(one, nativeAsset))
    if (facts.length + tokens.length === 0) break
    for (const { account, call } of facts) addresses.add(`${account} ${call}`)
    for (const token of tokens) addresses.add(token)
    for (const token of await readTokens(tokens, at)) {
      if (typeof token === 'string') unanswered.push(`${token} does not say its decimals`)
      else change(token.address, { symbol: token.symbol, decimals: token.decimals })
    }
    const values = await readFacts(facts, at)
    for (const [index, { account, call }] of facts.entries()) {
      const value = values[index] ?? null
      if (value === null) unanswered.push(`${account} does not answer ${call}`)
      else {
        const previous = accounts.get(account.toLowerCase())?.facts ?? []
        change(account, { facts: new Map([...previous, [call, value]]) })
      }
    }
  }
  return { accounts: [...accounts.values()], unanswered }
}

/** All at once; where one of them is no token, one after the other, to know which. */
async function readTokens(
  tokens: readonly Address[],
  { node, block }: At,
): Promise<readonly (Token | Address)[]> {
  try {
    return await node.readTokens(tokens, block)
  } catch (error) {
    if (!(error instanceof MissingDecimalsError)) throw error
    if (tokens.length === 1) return tokens
    const parts = await Promise.all(tokens.map((token) => readTokens([token], { node, block })))
    return parts.flat()
  }
}

/** All in one round trip, in their order; null for a call without an answer. */
async function readFacts(
  facts: readonly WantedFact[],
  { node, block }: At,
): Promise<readonly (LockedValue | null)[]> {
  const questions = facts.map(questionFor)
  const answers = await node.readCalls(
    questions.flatMap(({ calls }) => calls),
    block,
  )
  let next = 0
  return questions.map(({ calls, ...question }) => {
    const mine = answers.slice(next, next + calls.length)
    next += calls.length
    return lockedValueOf(question, mine)
  })
}

type LockQuestion = {
  readonly item: AbiFunction
  readonly field: string | null
  readonly isList: boolean
}

function questionFor({ account, call, returns }: WantedFact) {
  const { signature, field } = parseFactCall(call)
  const item = parseAbiItem([
    `function ${signature} view returns ${returns}`,
  ] as readonly string[]) as AbiFunction
  const isList = item.inputs.length > 0
  const calls = Array.from({ length: isList ? longestList : 1 }, (_, index) => ({
    to: account,
    data: encodeFunctionData({ abi: [item], args: isList ? [BigInt(index)] : [] }),
  }))
  return { calls, item, field, isList }
}

function lockedValueOf(
  { item, field, isList }: LockQuestion,
  answers: readonly EthCallResult[],
): LockedValue | null {
  const values: string[] = []
  for (const answer of answers) {
    const value = answer.ok && answer.data !== '0x' ? valueIn(item, answer.data, field) : null
    if (value === null) break
    values.push(value)
  }
  if (!isList) return values[0] ?? null
  return values.length === 0 || values.length === longestList ? null : values
}

function valueIn(item: AbiFunction, data: `0x${string}`, field: string | null): string | null {
  try {
    const decoded: unknown = decodeFunctionResult({ abi: [item], data })
    const fields = item.outputs.length === 1 ? [decoded] : (decoded as readonly unknown[])
    const index = field === null ? 0 : item.outputs.findIndex(({ name }) => name === field)
    const value = fields[index]
    return value === undefined ? null : String(value)
  } catch {
    // An answer of another shape is none.
    return null
  }
}

function linesOf(accounts: readonly LockedAccount[]): ReadonlySet<string> {
  return new Set([...answersOf(accounts)].map(([question, answer]) => `${question} = ${answer}`))
}

function answersOf(accounts: readonly LockedAccount[]): ReadonlyMap<string, string> {
  return new Map(
    accounts.flatMap(({ address, symbol, decimals, facts }) => [
      ...(symbol === null ? [] : [[`${address} symbol()`, symbol] as const]),
      ...(decimals === null ? [] : [[`${address} decimals()`, String(decimals)] as const]),
      ...[...facts].map(([call, value]) => [`${address} ${call}`, String(value)] as const),
    ]),
  )
}
