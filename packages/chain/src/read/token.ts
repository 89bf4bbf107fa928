import { type Address, BaseError, type Hex, openLruMap, parseHex } from '@vaultwright/base'
import { selectorOf } from '@vaultwright/manager'
import type { BlockRef, EthCallResult } from '@vaultwright/outcome'
import { parseAnswer, RpcAnswerError, readQuantity } from '../rpc/answer.ts'
import type { PinnedAsk } from './pinned-ask.ts'
import type { CallReader } from './read-calls.ts'

/** A token's statements about itself. */
export type Token = {
  readonly address: Address
  /** Null when it has none that can be read. */
  readonly symbol: string | null
  readonly decimals: number
}

/** The token and holder of a balance. */
export type TokenHolding = { readonly token: Address; readonly holder: Address }

const selectors = {
  symbol: selectorOf('symbol()'),
  decimals: selectorOf('decimals()'),
  balanceOf: selectorOf('balanceOf(address)'),
}
const longestSymbol = 64
/** Of a process that serves foreign trees, too. */
const rememberedLimit = 10_000

/**
 * Makes a reader of tokens that asks for each token once.
 *
 * @returns the reader, for many tokens in one round trip. It throws MissingDecimalsError for an
 * account that does not say how many decimals it has, and remembers no failure.
 */
export function openTokenReader(
  readCalls: CallReader,
): (tokens: readonly Address[], block: BlockRef) => Promise<readonly Token[]> {
  const cache = openLruMap<string, Token>({ maxEntries: rememberedLimit })
  return async (tokens, block) => {
    const keys = tokens.map((token) => token.toLowerCase())
    const missing = tokens.filter(
      (_, index) => !cache.has(keys[index]!) && keys.indexOf(keys[index]!) === index,
    )
    const calls = missing.flatMap((to) => [
      { to, data: selectors.symbol },
      { to, data: selectors.decimals },
    ])
    const answers = await readCalls(calls, block)
    for (const [index, address] of missing.entries()) {
      const decimals = decimalsOf(answers[2 * index + 1])
      if (decimals === null) throw new MissingDecimalsError(address, block)
      const symbol = symbolOf(answers[2 * index])
      cache.set(address.toLowerCase(), { address, symbol, decimals })
    }
    return keys.map((key) => cache.get(key)!)
  }
}

/**
 * Reads token balances at a block in one round trip.
 *
 * @returns base units in the order of the holdings; null where the account is not a token that says.
 */
export async function readTokenBalances(
  readCalls: CallReader,
  holdings: readonly TokenHolding[],
  block: BlockRef,
): Promise<readonly (bigint | null)[]> {
  const calls = holdings.map(({ token, holder }) => ({
    to: token,
    data: `${selectors.balanceOf}${holder.slice(2).toLowerCase().padStart(64, '0')}` as Hex,
  }))
  const answers = await readCalls(calls, block)
  return answers.map((answer) => wordOf(answer))
}

/**
 * Reads balances of the native coin at a block in one round trip.
 *
 * @returns wei, in the order of the holders.
 */
export async function readNativeBalances(
  pinned: PinnedAsk,
  holders: readonly Address[],
  block: BlockRef,
): Promise<readonly bigint[]> {
  if (holders.length === 0) return []
  const callAt = (holder: Address, tag: unknown) => ({
    method: 'eth_getBalance',
    params: [holder, tag],
  })
  const answers = await pinned(block, (tag) => holders.map((holder) => callAt(holder, tag)))
  if (answers.length !== holders.length)
    throw new RpcAnswerError('eth_getBalance', 'one is missing')
  return holders.map((holder, at) => parseAnswer(readQuantity, callAt(holder, null), answers[at]))
}

function wordOf(answer: EthCallResult | undefined): bigint | null {
  if (answer === undefined || !answer.ok || answer.data.length < 66) return null
  return BigInt(answer.data.slice(0, 66))
}

function decimalsOf(answer: EthCallResult | undefined): number | null {
  const value = wordOf(answer)
  return value === null || value > 255n ? null : Number(value)
}

/** Old tokens return 32 bytes, padded with zeros, where newer ones return a text. */
function symbolOf(answer: EthCallResult | undefined): string | null {
  if (answer === undefined || !answer.ok) return null
  const data = parseHex(answer.data)
  if (data.length === 32) {
    const end = data.indexOf(0)
    return textOf(end < 0 ? data : data.subarray(0, end))
  }
  if (data.length < 64 || wordAt(data, 0) !== 32n) return null
  const length = wordAt(data, 32)
  if (length > BigInt(data.length - 64)) return null
  return textOf(data.subarray(64, 64 + Number(length)))
}

function wordAt(data: Uint8Array, at: number): bigint {
  let value = 0n
  for (const byte of data.subarray(at, at + 32)) value = (value << 8n) | BigInt(byte)
  return value
}

/** Symbols are shown to people: control characters in one could rewrite what they read. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.length === 0 || bytes.length > longestSymbol) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? null : text
  } catch {
    return null
  }
}

/** An account that was taken for a token does not say how many decimals it has. */
export class MissingDecimalsError extends BaseError {
  override readonly code = 'missing_decimals'
  override readonly kind = 'unavailable'

  constructor(token: Address, block: BlockRef) {
    super({
      message: `${token} does not say how many decimals it has at block ${block.number}. Check that it is a token there.`,
      facts: { token, block: String(block.number) },
    })
  }
}
