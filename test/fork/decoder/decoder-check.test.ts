import type { CheckedFunction } from '@vaultwright/chain'
import { functionCandidates } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import {
  checkQuietly,
  type DecoderChain,
  deployable,
  differencesOf,
  openDecoderChain,
} from './deployed-decoder.ts'

/** Calldata of each function; a campaign draws more. */
const runs = Math.max(24, runsOf(1 / 100))
const candidates = functionCandidates(ruleBook)
const counts = { functions: 0, questions: 0, packed: 0, refused: 0, open: 0, never: [] as string[] }

let world: DecoderChain

beforeAll(async () => {
  world = await openDecoderChain()
})

afterAll(async () => {
  await world?.anvil.close()
  console.log(
    `decoder check: ${deployable.length} decoders, ${counts.functions} functions, ${counts.questions} questions; ${counts.packed} packed, ${counts.refused} refused, ${counts.open} open; never packed: ${counts.never.join(', ') || 'none'}`,
  )
})

describe('law: a deployed decoder of ours agrees with its rules', () => {
  for (const { contract, takes, rules } of deployable) {
    test(contract, async () => {
      const decoder = await world.deploy(contract, takes)
      const names = new Set(rules)
      const named = candidates.filter((one) =>
        one.rules.some((rule) => rule.decoders.some((name) => names.has(name))),
      )
      const plan = { candidates: named, runs, seed: `decoders ${process.env.FUZZ_SEED ?? 1}` }
      const report = await checkQuietly(world, decoder, plan)
      counts.questions += report.questions
      for (const checked of report.functions) note(contract, checked)
      expect(report.functions.map(verdictOf).filter((text) => text !== null)).toEqual([])
      expect(report.functions.length).toBe(named.length)
    })
  }
})

function note(contract: string, checked: CheckedFunction): void {
  if (checked.kind !== 'checked') return
  const { packed, refused, open } = checked.verdict.counts
  counts.functions++
  counts.packed += packed
  counts.refused += refused
  counts.open += open
  if (packed === 0) counts.never.push(`${contract}.${checked.fn.name}`)
}

function verdictOf(checked: CheckedFunction): string | null {
  if (checked.kind !== 'checked') return `${checked.fn.canonical} ${checked.kind}`
  const [difference] = differencesOf(checked)
  if (difference === undefined) return null
  const { kind, example } = difference
  return `${checked.fn.canonical} ${kind} ${example.call.calldata} ${JSON.stringify(example.reply)}`
}
