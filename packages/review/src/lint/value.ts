import type { Finding } from '@vaultwright/base'
import { functionOf } from '../leaf/leaf-identity.ts'
import { countText, functionText, slotsText } from '../leaf/sentence.ts'
import {
  groupsOf,
  type LintInput,
  type LintRule,
  positionsIn,
  type UsedLeaf,
} from './lint-input.ts'
import { valueHeuristics } from './value-heuristic.ts'

/** Leaves that send value. */
export const valueLeafRule: LintRule = {
  inputs: 'file',
  codes: {
    value_leaf: {
      severities: ['info'],
      meaning: 'A leaf sends value, and its amount is not bound.',
    },
  },
  check: checkValueLeaves,
}

/** Leaves whose twin with the other value flag is missing. */
export const valueVariantRule: LintRule = {
  inputs: 'file',
  codes: {
    missing_value_variant: {
      severities: ['warning', 'info'],
      meaning: 'A call is permitted with value alone, or without alone.',
    },
  },
  check: checkValueVariants,
}

type SameCallLeaves = readonly [UsedLeaf, ...UsedLeaf[]]

/** Lists the leaves that let value leave the vault. */
function checkValueLeaves({ used }: LintInput): readonly Finding[] {
  return groupsOf(used, ({ leaf }) => (leaf.canSendValue ? leaf.signature : null)).map((group) => {
    const { leaf } = group[0]
    const positions = positionsIn(group)
    return {
      code: 'value_leaf',
      severity: 'info',
      leaf: positions[0]!,
      message: `${functionText(leaf.signature)} sends value in ${countText(positions.length, 'leaf')} (${slotsText(positions)}); the amount is not bound.`,
      facts: { signature: leaf.signature, positions },
    }
  })
}

/**
 * Finds leaves whose twin with the other value flag is missing.
 *
 * A leaf that permits value does not permit the same call without, nor the other way round.
 *
 * @returns for each function and flag one finding: a warning where the function is known to need value, else an info.
 */
function checkValueVariants({ used }: LintInput): readonly Finding[] {
  const calls = groupsOf(used, ({ leaf }) =>
    `${functionOf(leaf)} ${leaf.decoder} ${leaf.arguments.join()}`.toLowerCase(),
  )
  const isTwin = (group: SameCallLeaves) =>
    group.some(({ leaf }) => leaf.canSendValue !== group[0].leaf.canSendValue)
  const inBoth = new Set(calls.filter(isTwin).map(([{ leaf }]) => leaf.signature))
  const lonely = calls.filter((group) => !isTwin(group)).flat()
  return groupsOf(lonely, ({ leaf }) => `${leaf.signature} ${leaf.canSendValue}`)
    .map((group) => verdictOn(group, inBoth.has(group[0].leaf.signature)))
    .filter((finding) => finding !== null)
}

function verdictOn(group: SameCallLeaves, isInBoth: boolean): Finding | null {
  const { leaf } = group[0]
  const heuristic = valueHeuristics.get(leaf.signature)
  if (leaf.canSendValue) {
    if (heuristic === 'with') return null
    if (heuristic === 'both' || isInBoth) return missing(group, 'is also called without value')
    return missing(group, 'is usually called without value')
  }
  if (heuristic === 'with') return missing(group, 'does nothing without value')
  if (heuristic === 'both' || isInBoth) return missing(group, 'is also called with value')
  return null
}

function missing(group: SameCallLeaves, why: string): Finding {
  const { leaf } = group[0]
  const positions = positionsIn(group)
  const [has, lacks] = leaf.canSendValue ? ['with', 'without'] : ['without', 'with']
  const isSure = why.startsWith('does') || why.startsWith('is usually')
  return {
    code: 'missing_value_variant',
    severity: isSure ? 'warning' : 'info',
    leaf: positions[0]!,
    message: `${functionText(leaf.signature)} is permitted only ${has} value in ${countText(positions.length, 'leaf')} (${slotsText(positions)}); it ${why}, and no twin permits it ${lacks}.`,
    facts: { signature: leaf.signature, canSendValue: leaf.canSendValue, positions },
  }
}
