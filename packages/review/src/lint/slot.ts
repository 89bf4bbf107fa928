import { type Finding, printHex, zeroAddress } from '@vaultwright/base'
import {
  digestOf,
  isEmptySlot,
  isPadding,
  legacyPaddingLeaf,
  paddingLeaf,
} from '@vaultwright/manager'
import { capacityFor } from '@vaultwright/merkle'
import { permissionOf } from '../leaf/leaf-identity.ts'
import { countText, functionText, listText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, type LintInput, type LintRule, positionsIn } from './lint-input.ts'

/** Empty slots before the last used one. */
export const gapRule: LintRule = {
  inputs: 'file',
  codes: {
    interior_gap: { severities: ['warning'], meaning: 'Slots before the last used one are empty.' },
  },
  check: checkGaps,
}

/** Leaves that occur more than once. */
export const duplicateRule: LintRule = {
  inputs: 'file',
  codes: {
    duplicate_leaf: { severities: ['warning'], meaning: 'The same leaf stands in several slots.' },
  },
  check: checkDuplicates,
}

/** The number of slots. */
export const capacityRule: LintRule = {
  inputs: 'file',
  codes: {
    capacity_too_large: {
      severities: ['warning'],
      meaning: 'Half of the slots would do, and every proof would be shorter.',
    },
    capacity_nearly_full: { severities: ['info'], meaning: 'The next leaves double the tree.' },
  },
  check: checkCapacity,
}

/** The hashes of empty slots. */
export const paddingRule: LintRule = {
  inputs: 'file',
  codes: {
    padding_variant: {
      severities: ['info'],
      meaning:
        'Empty slots are hashed as before 2024-04-19: a tree generated today has another root.',
    },
    unknown_padding: {
      severities: ['warning'],
      meaning: 'No generator is known that hashes empty slots like this.',
    },
    padding_with_content: {
      severities: ['warning'],
      meaning: 'An empty slot names a function, and hashes as itself.',
    },
  },
  check: checkPadding,
}

/** A tree that permits nothing. */
export const emptinessRule: LintRule = {
  inputs: 'file',
  codes: {
    no_used_leaf: { severities: ['warning'], meaning: 'Every slot is empty.' },
  },
  check: checkEmptiness,
}

/** A tree with at most one slot in this many free is nearly full. */
const nearlyFull = 20

/**
 * Finds empty slots before the last used one.
 *
 * @returns one warning with every run of empty slots.
 */
function checkGaps({ file, used }: LintInput): readonly Finding[] {
  const last = used.at(-1)?.position ?? 0
  const runs: [number, number][] = []
  for (const [position, leaf] of file.tree.leaves.entries()) {
    if (position > last) break
    if (!isPadding(leaf)) continue
    const run = runs.at(-1)
    if (run !== undefined && run[1] === position - 1) run[1] = position
    else runs.push([position, position])
  }
  const first = runs[0]?.[0]
  if (first === undefined) return []
  const count = runs.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  const shown = listText(runs.map(([from, to]) => (from === to ? from : `${from} to ${to}`)))
  return [
    {
      code: 'interior_gap',
      severity: 'warning',
      leaf: first,
      message: `${countText(count, 'slot')} before the last leaf (slot ${last}) ${count === 1 ? 'is' : 'are'} empty: ${shown}.`,
      facts: { count, runs, last },
    },
  ]
}

/** Finds leaves that occur more than once. */
function checkDuplicates({ used }: LintInput): readonly Finding[] {
  return groupsOf(used, ({ leaf }) => permissionOf(leaf))
    .filter((group) => group.length > 1)
    .map((group) => {
      const { leaf } = group[0]
      const positions = positionsIn(group)
      return {
        code: 'duplicate_leaf',
        severity: 'warning',
        leaf: positions[1]!,
        message: `${positions.length} identical leaves (${slotsText(positions)}): ${functionText(leaf.signature)} on ${leaf.target}. Remove ${positions.length - 1}.`,
        facts: { positions, digest: printHex(digestOf(leaf)), ...namesOf(leaf) },
      }
    })
}

/**
 * Compares the capacity with what the used leaves need.
 *
 * @returns a warning when half of the slots would do, an info when the next leaves double the tree.
 */
function checkCapacity({ file, used }: LintInput): readonly Finding[] {
  const { capacity } = file.tree.tree
  const needed = Math.max(capacityFor(used.length), 2)
  const facts = { capacity, used: used.length, needed }
  if (capacity >= 2 * facts.needed) {
    const steps = Math.log2(capacity / facts.needed)
    return [
      {
        code: 'capacity_too_large',
        severity: 'warning',
        leaf: null,
        message: `The tree has ${capacity} slots for ${countText(used.length, 'leaf')}; ${facts.needed} would do and shorten every proof by ${countText(steps, 'word')}.`,
        facts: { ...facts, wordsSaved: steps },
      },
    ]
  }
  const free = capacity - used.length
  if (free * nearlyFull > capacity) return []
  return [
    {
      code: 'capacity_nearly_full',
      severity: 'info',
      leaf: null,
      message: `${used.length} of ${capacity} slots are used; ${free === 0 ? 'with the next leaf' : `after ${countText(free, 'more leaf')}`} the tree doubles and every proof grows by 1 word.`,
      facts: { ...facts, free },
    },
  ]
}

/** Looks at what fills the empty slots. */
function checkPadding({ file }: LintInput): readonly Finding[] {
  const { padding, leaves, tree } = file.tree
  const findings: Finding[] = []
  const isFilled = leaves.length < tree.capacity || leaves.includes(padding)
  const variant = permissionOf(padding)
  const isReported = file.findings.some(({ code }) => code === 'padding_variant')
  if (isFilled && !isReported && variant !== permissionOf(paddingLeaf)) {
    const isLegacy = variant === permissionOf(legacyPaddingLeaf(padding.decoder))
    findings.push({
      code: isLegacy ? 'padding_variant' : 'unknown_padding',
      severity: isLegacy ? 'info' : 'warning',
      leaf: null,
      message: isLegacy
        ? `The empty slots are hashed with the decoder ${padding.decoder}, as trees were before 2024-04-19; a tree generated today has another root.`
        : `The empty slots are hashed in a way that no generator is known for; a regenerated tree has another root.`,
      facts: { padding: { ...padding }, digest: printHex(digestOf(padding)) },
    })
  }
  const paddingPermissions = new Set([permissionOf(paddingLeaf), variant])
  for (const [position, leaf] of leaves.entries()) {
    if (!isPadding(leaf) || isEmptySlot(leaf) || paddingPermissions.has(permissionOf(leaf)))
      continue
    findings.push({
      code: 'padding_with_content',
      severity: 'warning',
      leaf: position,
      message: `Slot ${position} calls the zero address (${zeroAddress}) and yet names "${functionText(leaf.signature)}"; it counts as empty but hashes as itself.`,
      facts: namesOf(leaf),
    })
  }
  return findings
}

/**
 * Looks for a tree that permits nothing.
 *
 * @returns a warning when every slot is empty.
 */
function checkEmptiness({ file, used }: LintInput): readonly Finding[] {
  if (used.length > 0) return []
  return [
    {
      code: 'no_used_leaf',
      severity: 'warning',
      leaf: null,
      message: 'Every slot is empty: this tree permits nothing.',
      facts: { capacity: file.tree.tree.capacity },
    },
  ]
}

function namesOf(leaf: LintInput['used'][number]['leaf']) {
  const { decoder, target, canSendValue, signature } = leaf
  return { decoder, target, canSendValue, signature, arguments: leaf.arguments }
}
