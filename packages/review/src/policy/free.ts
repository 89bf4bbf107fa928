import { type Finding, zeroAddress } from '@vaultwright/base'
import {
  claimsOf,
  emptyFacts,
  type LeafArgument,
  minimumsIn,
  payloadsIn,
  recipientsIn,
} from '@vaultwright/protocols'
import { countText, functionText, listText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, positionsIn } from '../lint/lint-input.ts'
import { buildLeafReader, type LeafReading } from '../risk/leaf-reading.ts'
import { choicesIn } from '../risk/market.ts'
import { leafNamesOf, type PolicyInput, without } from './policy-input.ts'
import type { FreeMeaning } from './policy-schema.ts'

/** Finds arguments that the caller may choose though the policy forbids it; unknown functions as well. */
export function checkFree(input: PolicyInput): readonly Finding[] {
  const rule = input.policy.free
  if (rule === undefined) return []
  const isMeant = rule.only === null ? () => true : leafNamesOf(rule.only)
  const judged = without(input.lintInput.used, rule.except).filter(({ leaf }) => isMeant(leaf))
  const claims = claimsByPosition(input)
  const reader = buildLeafReader(input.rules)
  const readings = judged.map((item) => reader(item, claims.get(item.position) ?? null))
  const unknown = readings.filter(({ rules }) => rules.length === 0)
  return [
    ...rule.forbidden.flatMap((meaning) => findingsOf(meaning, readings, rule.severity)),
    ...groupsOf(unknown, ({ leaf }) => leaf.selector).map((group): Finding => {
      const { signature, selector } = group[0].leaf
      const positions = positionsIn(group)
      return {
        code: 'policy_free_unknown',
        severity: rule.severity,
        leaf: positions[0]!,
        message: `No rule knows what the decoder binds of ${functionText(signature)} (${slotsText(positions)}), so ${listText(rule.forbidden)} may be free.`,
        facts: { signature, selector, positions },
      }
    }),
  ]
}

/** The arguments of a leaf that the caller chooses, by what they are for. */
const freeOf: {
  readonly [meaning in FreeMeaning]: (reading: LeafReading) => readonly LeafArgument[]
} = {
  recipient: (reading) => recipientsIn(reading).filter(isFree),
  spender: ({ args }) => args.filter((argument) => argument.role === 'spender' && isFree(argument)),
  payload: payloadsIn,
  minimum: minimumsIn,
  market: choicesIn,
  network: ({ args }) => args.filter((argument) => argument.use === 'network' && isFree(argument)),
  amount: ({ args }) =>
    args.filter((argument) => /^amounts?$/.test(argument.use) && isFree(argument)),
  deadline: ({ args }) =>
    args.filter((argument) => argument.use === 'deadline' && isFree(argument)),
}

function isFree({ state }: LeafArgument): boolean {
  return state === 'free'
}

function findingsOf(
  meaning: FreeMeaning,
  readings: readonly LeafReading[],
  severity: Finding['severity'],
): readonly Finding[] {
  const spots = readings.flatMap((reading) => {
    const paths = freeOf[meaning](reading).map(({ path }) => path)
    return paths.length === 0 ? [] : [{ ...reading, paths }]
  })
  return groupsOf(spots, ({ leaf, paths }) => `${leaf.selector} ${paths}`).map((group): Finding => {
    const { leaf, paths } = group[0]
    const { signature } = leaf
    const positions = positionsIn(group)
    return {
      code: 'policy_free',
      severity,
      leaf: positions[0]!,
      message: `The caller chooses the ${meaning} of ${functionText(signature)} in ${countText(positions.length, 'leaf')} (${slotsText(positions)}): ${listText(paths)} must be bound by the policy.`,
      facts: { meaning, signature, arguments: paths, positions },
    }
  })
}

function claimsByPosition({ lintInput, vault, manager, drones }: PolicyInput) {
  const owner = { vault: vault ?? zeroAddress, manager, drones }
  const claims = claimsOf(lintInput.file.tree.leaves, { owner, knownFacts: emptyFacts })
  return new Map(claims.map((claim, position) => [position, vault === null ? null : claim]))
}
