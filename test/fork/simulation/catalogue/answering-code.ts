import {
  type DecoderRead,
  type DecoderReadValues,
  packArguments,
  rulesFor,
  selectorOf,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import type { Hex } from 'viem'

/** Takes any call with any value and answers with the word 1, as a token does that says yes. */
export const returnOneCode: Hex = '0x60015f5260205ff3'

/** The answers of a contract: words by selector. */
export type Answers = ReadonlyMap<Hex, readonly bigint[]>

/**
 * Works out what decoders will ask a chain about a call, and what they must hear.
 *
 * @param data - the call.
 * @param decoders - names of the decoders that may pack it.
 * @param values - what is to be answered, by the key of the read.
 * @returns words by selector of the function that is asked.
 */
export function answersOf(
  data: Hex,
  decoders: readonly string[],
  values: DecoderReadValues,
): Answers {
  const wordsBySelector = new Map<Hex, bigint[]>()
  for (const rule of rulesFor(ruleBook, data.slice(0, 10))) {
    if (!rule.decoders.some((name) => decoders.includes(name))) continue
    for (const reading of [
      ...readsOf(packArguments(rule, data)),
      ...readsOf(packArguments(rule, data, values)),
      ...readsOf(packArguments(rule, data, withoutChecks(rule, data, values))),
    ]) {
      const value = values[reading.key]
      if (value === undefined || typeof value === 'object') continue
      const selector = selectorOf(reading.function)
      const answerWords = wordsBySelector.get(selector) ?? Array.from({ length: 12 }, () => 0n)
      answerWords[reading.position] = BigInt(value)
      wordsBySelector.set(selector, answerWords)
    }
  }
  return wordsBySelector
}

/** Writes the code of a contract that answers so, and with the word 1 to anything else. */
export function answering(answers: Answers): Hex {
  const blocks = [...answers].map(([selector, words]) => {
    const stores = words.map(
      (word, at) => `7f${word.toString(16).padStart(64, '0')}61${digitsOf(32 * at)}52`,
    )
    const body = `${stores.join('')}61${digitsOf(32 * words.length)}5ff3`
    // CALLDATALOAD(0) >> 224 == selector, else over the body.
    const size = body.length / 2
    return (at: number) =>
      `5f3560e01c63${selector.slice(2)}1461${digitsOf(at + 19)}5761${digitsOf(at + 20 + size)}565b${body}5b`
  })
  let code = ''
  for (const block of blocks) code += block(code.length / 2)
  return `0x${code}${returnOneCode.slice(2)}`
}

/** Only the values that the packing itself needs, so that reads of the checks come to light. */
function withoutChecks(
  rule: Parameters<typeof packArguments>[0],
  data: Hex,
  values: DecoderReadValues,
): DecoderReadValues {
  const needed = readsOf(packArguments(rule, data)).map(({ key }) => key)
  return Object.fromEntries(Object.entries(values).filter(([key]) => needed.includes(key)))
}

function readsOf(outcome: ReturnType<typeof packArguments>): readonly DecoderRead[] {
  if (outcome.ok) return outcome.unverified.flatMap(({ reads }) => reads)
  return outcome.reason === 'needs_reads' ? outcome.reads : []
}

const digitsOf = (number: number) => number.toString(16).padStart(4, '0')
