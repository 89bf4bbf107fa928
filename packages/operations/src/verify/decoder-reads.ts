import { type Address, BaseError, type Hex, printHex } from '@vaultwright/base'
import {
  type Chain,
  type DecoderCall,
  decodeRead,
  encodeRead,
  packedAnswerOf,
} from '@vaultwright/chain'
import {
  candidatesOf,
  type DecoderRead,
  type DecoderReadValue,
  type PackedAnswer,
  type RuleBook,
} from '@vaultwright/manager'
import type { BlockRef } from '@vaultwright/outcome'

/** Code hashes by lower-case address; null without code. */
export type CodeHashes = ReadonlyMap<string, Hex | null>

/** Reads whether accounts have code, each once. */
export async function readCodeHashes(
  chain: Chain,
  accounts: readonly Address[],
  block: BlockRef,
): Promise<CodeHashes> {
  const different = [...new Map(accounts.map((one) => [one.toLowerCase(), one])).values()]
  const hashes = new Map<string, Hex | null>()
  for (const account of different) {
    const { hash } = await chain.readCode(account, block)
    hashes.set(account.toLowerCase(), hash === null ? null : printHex(hash))
  }
  return hashes
}

/** Asks decoders on the chain what they pack, many in one round trip. */
export async function readDecoders(
  chain: Chain,
  cases: readonly DecoderCall[],
  at: { readonly block: BlockRef; readonly codes: CodeHashes; readonly from?: Address },
): Promise<readonly PackedAnswer[]> {
  const by = at.from === undefined ? {} : { from: at.from }
  const calls = cases.map(({ decoder, calldata }) => ({ to: decoder, data: calldata, ...by }))
  const answers = await chain.readCalls(calls, at.block)
  return cases.map(({ decoder }, index) =>
    packedAnswerOf(answers[index]!, (at.codes.get(decoder.toLowerCase()) ?? null) !== null),
  )
}

/** A call whose decoder may read the chain. */
export type ReadingCall = {
  readonly data: Hex
  readonly target: Address
  readonly decoder: Address
}

/** The reads of decoders: the answers by key, and the reads that could not be made, with the reason. */
export type ReadAnswers = {
  readonly values: { readonly [key: string]: DecoderReadValue }
  readonly unread: readonly { readonly key: string; readonly why: string }[]
}

/** The context of reading calls. */
export type ReadContext = {
  readonly chain: Chain
  readonly block: BlockRef
  readonly rules: RuleBook
  readonly manager: Address
  /** Values that the person gave: they are not asked for again. */
  readonly given: { readonly [key: string]: DecoderReadValue }
}

/** Reads may need the answers of other reads. */
const rounds = 4

/**
 * Asks the chain what the decoders of calls would ask it.
 *
 * Most rules name a contract in words that only the decoder's deployment knows. Where these words are
 * the call's own target or its decoder, that one is asked; the decoder's own answer is compared apart.
 */
export async function answerReads(
  calls: readonly ReadingCall[],
  context: ReadContext,
): Promise<ReadAnswers> {
  const values: Record<string, DecoderReadValue> = { ...context.given }
  const unread = new Map<string, string>()
  for (let round = 0; round < rounds; round++) {
    const open = calls.flatMap((call) =>
      openReads(call, context.rules, values)
        .filter(({ key }) => !Object.hasOwn(values, key) && !unread.has(key))
        .map((read) => ({ read, call })),
    )
    const queries = [...new Map(open.map((one) => [one.read.key, one])).values()]
    if (queries.length === 0) break
    const questions = queries.flatMap(({ read: reading, call }) => {
      const to = reading.address ?? addresseeOf(reading, call)
      if (reading.contract.startsWith('the account that calls the decoder')) {
        values[reading.key] = context.manager
        return []
      }
      if (reading.contract.startsWith('the block')) {
        values[reading.key] = context.block.timestamp
        return []
      }
      const data = to === null ? null : encodeRead(reading)
      if (to !== null && data !== null) return [{ read: reading, to, data }]
      unread.set(reading.key, `only the decoder knows ${reading.contract}`)
      return []
    })
    const answers = await context.chain.readCalls(
      questions.map(({ to, data }) => ({ to, data })),
      context.block,
    )
    for (const [index, { read: reading, to }] of questions.entries()) {
      const value = decodeRead(answers[index]!, reading)
      if (value === null) unread.set(reading.key, `${to} does not answer ${reading.function}`)
      else values[reading.key] = value
    }
  }
  return { values, unread: [...unread].map(([key, why]) => ({ key, why })) }
}

/** The open reads of a call's rules; calldata that cannot be read has none. */
function openReads(
  { data }: ReadingCall,
  rules: RuleBook,
  reads: ReadAnswers['values'],
): readonly DecoderRead[] {
  try {
    return candidatesOf(rules, data, { reads }).flatMap(({ outcome }) => {
      if (outcome.ok) return outcome.unverified.flatMap((check) => check.reads)
      return outcome.reason === 'needs_reads' ? outcome.reads : []
    })
  } catch (error) {
    if (error instanceof BaseError) return []
    throw error
  }
}

function addresseeOf({ contract }: DecoderRead, { target, decoder }: ReadingCall): Address | null {
  if (contract.startsWith('the decoder')) return decoder
  const isTarget = /^(the position manager|the vault that is called|the Odos router|MasterChefV3)$/
  return isTarget.test(contract) ? target : null
}
