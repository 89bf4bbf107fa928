import type { Address, Hex } from '@vaultwright/base'
import { escapeInvisible, parseHex } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import type { Asset, ReadFailure } from '@vaultwright/valuation'
import { wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { ContractReadResult, Reading } from '../reading/reading.ts'

/** The answers of tokens about their units. */
export type TokenUnits = {
  /** In the order of the tokens. */
  readonly assets: readonly Asset[]
  /** Tokens that say no decimals. */
  readonly failures: readonly ReadFailure[]
}

/** Characters of a symbol that are kept. */
const longestSymbol = 64

/**
 * Reads symbol and decimals of tokens, in one round. The native coin has 18 and is not asked.
 *
 * @returns a reading of them; one without a symbol goes by its address.
 */
export function* readTokenUnits(tokens: readonly Address[]): Reading<TokenUnits> {
  const contracts = tokens.filter((token) => token !== nativeAsset)
  const answers =
    contracts.length === 0
      ? []
      : yield contracts.flatMap((token) => [readOf(token, 'symbol()'), readOf(token, 'decimals()')])
  const failures: ReadFailure[] = []
  let next = 0
  const assets = tokens.map((address): Asset => {
    if (address === nativeAsset) return { address, symbol: address, decimals: 18 }
    const position = next
    next += 2
    const { value, reason } = wordIn(answers[position + 1], 0)
    const decimals = value === null || value > 255n ? null : Number(value)
    if (decimals === null) {
      failures.push({ what: `decimals of ${address}`, reason: reason ?? 'It says more than 255.' })
    }
    return { address, symbol: symbolOf(answers[position]!) ?? address, decimals }
  })
  return { assets, failures }
}

/** Symbols that were read: every day has the same again. */
const memory = new Map<ContractReadResult, string | null>()
const memorySize = 4096
/** Hex digits of an answer that is remembered, and of which a symbol is made: no name needs as many. */
const longestAnswer = 4096

function symbolOf(answer: ContractReadResult): string | null {
  if (answer !== null && answer.length > longestAnswer) return null
  const cached = memory.get(answer)
  if (cached !== undefined) return cached
  const symbol = symbolIn(answer)
  if (memory.size >= memorySize) memory.clear()
  // A copy: an answer may be cut from a long text, which would stay with it.
  memory.set(answer === null ? null : JSON.parse(`"${answer}"`), symbol)
  return symbol
}

/** A text, or 32 bytes that end with zeros, as old tokens answer. */
function symbolIn(answer: ContractReadResult): string | null {
  const first = wordIn(answer, 0).value
  if (answer === null || first === null) return null
  if (answer.length === 66) return textOf(answer)
  const length = wordIn(answer, 1).value
  if (first !== 32n || length === null || length > BigInt(Math.floor(answer.length / 2) - 65))
    return null
  return textOf(`0x${answer.slice(130, 130 + 2 * Number(length))}`)
}

function textOf(bytes: Hex): string | null {
  const digits = bytes.slice(2).replace(/(00)+$/, '')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(parseHex(`0x${digits}`))
    // By characters: half of one is not text, and no database keeps it.
    return text.trim() === '' ? null : [...escapeInvisible(text)].slice(0, longestSymbol).join('')
  } catch {
    return null
  }
}
