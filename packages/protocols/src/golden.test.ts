import {
  type CompiledRule,
  type DecoderReadValues,
  packArguments,
  rulesFor,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { soundCallOf } from '../../../test/support/call/rule-input.ts'
import { encodeCall } from '../../../test/support/sentinel.ts'

const golden = '../../../fixtures/rules/packed.json'

/** Gives every read a value of its own, asking again where one read depends on another. */
function answeredReads(rule: CompiledRule, calldata: `0x${string}`): DecoderReadValues {
  const reads: Record<string, string | readonly string[]> = {}
  for (let round = 0; round < 5; round++) {
    const outcome = packArguments(rule, calldata, reads)
    if (outcome.ok || outcome.reason !== 'needs_reads') return reads
    for (const { key, type } of outcome.reads) {
      const value = (number: number) =>
        `0xbb${(256 * Object.keys(reads).length + number).toString(16).padStart(38, '0')}`
      reads[key] = type.endsWith('[]') ? [value(1), value(2)] : value(0)
    }
  }
  return reads
}

test('behavior: every rule packs what it packed when the fixture was made', async () => {
  const rules = [...ruleBook.groups.keys()].flatMap((selector) => rulesFor(ruleBook, selector))
  const lines = rules.map((rule) => {
    const calldata = encodeCall(soundCallOf(rule.decoders[0] ?? '', rule.rule.signature))
    const reads = answeredReads(rule, calldata)
    const outcome = packArguments(rule, calldata, reads)
    if (!outcome.ok) throw new Error(`${rule.decoders[0]} ${rule.signature}: ${outcome.reason}`)
    const { signature, decoders } = rule
    const unverified = outcome.unverified.map(({ check }) => check)
    return JSON.stringify({
      signature,
      decoders,
      calldata,
      reads,
      packed: outcome.packed,
      unverified,
    })
  })
  await expect(`[\n${lines.join(',\n')}\n]\n`).toMatchFileSnapshot(golden)
})
