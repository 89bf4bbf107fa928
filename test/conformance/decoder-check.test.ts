import type { Hex } from '@vaultwright/base'
import {
  checkFunction,
  emptyCheckState,
  functionCandidates,
  packArguments,
  proposeRule,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { decoderOf, type RuleDecoder, runWork } from '../support/call/rule-decoder.ts'
import { numRuns, runsOf } from '../support/runs.ts'

const candidates = functionCandidates(ruleBook)
const runs = Math.max(40, runsOf(1 / 50))

/** Every third function in a short run. */
const stride = numRuns > 100 ? 1 : 3
/** Rules that ask nothing of the chain. */
const all = candidates.flatMap((candidate) => {
  const rule = candidate.rules.find(({ wordings }) => !/\w\(\w*\)/.test(wordings[0]!.packs))
  return rule === undefined ? [] : [{ ...candidate, rule }]
})
const plain = all.filter((_, index) => index % stride === 0)

test('law: a decoder that does what a rule says agrees with it', () => {
  for (const { fn, rules, rule, selector } of plain) {
    const check = { fn, rules, selector, runs, seed: `agrees ${fn.canonical}` }
    const verdict = runWork(checkFunction(check, emptyCheckState()), decoderOf(rule))
    expect(verdict.differences, fn.canonical).toEqual([])
    expect(verdict.rules, fn.canonical).toContain(rule)
  }
})

test('law: a decoder with one byte changed differs, and the smallest example differs still', () => {
  for (const { fn, rule, selector } of plain) {
    const honest = decoderOf(rule)
    const wrong: RuleDecoder = (calldata) => {
      const reply = honest(calldata)
      return reply.kind === 'packed'
        ? { kind: 'packed', packed: `${reply.packed}00` as Hex }
        : reply
    }
    const check = { fn, rules: [rule], selector, runs, seed: `differs ${fn.canonical}` }
    const verdict = runWork(checkFunction(check, emptyCheckState()), wrong)
    const [difference] = verdict.differences
    if (verdict.counts.packed === 0) continue
    expect(difference?.kind, fn.canonical).toBe('packs_otherwise')
    const { call, reply } = difference!.example
    const outcome = packArguments(rule, call.calldata)
    expect(outcome.ok && reply.kind === 'packed' && `${outcome.packed}00` === reply.packed).toBe(
      true,
    )
    expect(call.damage).toBeNull()
  }
})

test('law: a proposed rule agrees with the decoder on calldata that it never saw', () => {
  let proposed = 0
  const refused: string[] = []
  for (const { fn, rule, selector } of plain) {
    const decoder = decoderOf(rule)
    const proposal = runWork(proposeRule({ fn, selector, runs, seed: fn.canonical }), decoder)
    if (proposal.rule === null) {
      refused.push(`${fn.name}: ${proposal.why}`)
      continue
    }
    proposed++
    expect(proposal.confirmed.packed, fn.canonical).toBeGreaterThan(0)
  }
  console.log(`${proposed} of ${plain.length} rules found again; not: ${refused.join('; ')}`)
  expect(proposed / plain.length).toBeGreaterThan(0.9)
})

test('law: the same seed asks the same questions', () => {
  const { fn, rules, selector, rule } = plain[7]!
  const questionsBy = (seed: string) => {
    const checkedCalldata: Hex[] = []
    const check = { fn, rules, selector, runs, seed }
    const work = checkFunction(check, emptyCheckState())
    runWork(work, decoderOf(rule), ({ calldatas }) => checkedCalldata.push(...calldatas))
    return checkedCalldata
  }
  expect(questionsBy('one')).toEqual(questionsBy('one'))
  expect(questionsBy('one')).not.toEqual(questionsBy('two'))
})
