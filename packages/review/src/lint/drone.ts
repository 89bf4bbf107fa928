import { type Address, type Finding, isSameAddress, zeroAddress } from '@vaultwright/base'
import { isOnRecord } from '@vaultwright/registry'
import { droneLabel } from '../leaf/leaf-label.ts'
import { countText, fewText, functionText, listText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, type LintInput, type LintRule, positionsIn } from './lint-input.ts'

/** Leaves of drones that cannot do what they seem to. */
export const droneLeafRule: LintRule = {
  inputs: 'file',
  codes: {
    drone_target_zero: {
      severities: ['warning'],
      meaning: 'The account that a drone calls is the zero address.',
    },
    drone_calls_itself: { severities: ['warning'], meaning: 'A drone forwards a call to itself.' },
    drone_description: {
      severities: ['warning'],
      meaning: 'The description names another drone than the leaf calls.',
    },
  },
  check: checkDrones,
}

/** Leaves that a suffix opens. */
export const secondReadingRule: LintRule = {
  inputs: 'rules',
  codes: {
    second_reading: {
      severities: ['error', 'warning'],
      meaning:
        'The target can run the call itself, with another receiver than the leaf seems to bind.',
    },
  },
  check: checkSecondReadings,
}

/** The drones of a tree. */
export const droneListRule: LintRule = {
  inputs: 'rules',
  codes: {
    drone: { severities: ['info'], meaning: 'A drone forwards calls.' },
  },
  check: listDrones,
}

/**
 * Finds drone leaves that cannot do what they seem to.
 *
 * @returns warnings: a real target that is the zero address or the drone itself, and a description that names another drone.
 */
function checkDrones({ used }: LintInput): readonly Finding[] {
  const findings: Finding[] = []
  for (const { leaf, isDrone, position } of used) {
    const real = leaf.arguments.at(-1)
    const described = /^\(Drone: (0x[0-9a-fA-F]{40})\)/.exec(leaf.description)?.[1]
    if (isDrone && real !== undefined && isSameAddress(real, zeroAddress)) {
      findings.push({
        code: 'drone_target_zero',
        severity: 'warning',
        leaf: position,
        message: `No call can match slot ${position}: its ${droneLabel} is the zero address, which the Manager never appends.`,
        facts: { signature: leaf.signature, drone: leaf.target },
      })
    }
    if (isDrone && real !== undefined && isSameAddress(real, leaf.target)) {
      findings.push({
        code: 'drone_calls_itself',
        severity: 'warning',
        leaf: position,
        message: `Slot ${position} makes the drone ${leaf.target} forward ${functionText(leaf.signature)} to itself.`,
        facts: { signature: leaf.signature, drone: leaf.target },
      })
    }
    if (described !== undefined && !isSameAddress(described, leaf.target)) {
      findings.push({
        code: 'drone_description',
        severity: 'warning',
        leaf: position,
        message: `The description of slot ${position} names the drone ${described}, but the leaf calls ${leaf.target}.`,
        facts: { signature: leaf.signature, described: described, target: leaf.target },
      })
    }
  }
  return findings
}

/**
 * Finds leaves that a suffix opens: the Manager takes it from every call, and what is not a drone runs the call
 * itself, with another receiver than the leaf seems to bind.
 *
 * @returns an error each; a warning that names the decoders where the code of the leaf's decides, which leaves the tree open; the vault
 *   and the Manager may receive in either reading.
 */
function checkSecondReadings({ file, used }: LintInput): readonly Finding[] {
  const { vault, manager } = file.metadata
  const isOurs = (account: Address) =>
    [vault, manager].some((own) => own !== null && isSameAddress(own, account))
  return used.flatMap(({ leaf, isDrone, second, position }): readonly Finding[] => {
    if (second === null || isDrone) return []
    // Another version of the decoder may pack that many.
    if (second.isOnly && !isOnRecord(leaf.target)) return []
    const parties = second.parties.filter(({ account }) => !isOurs(account))
    if (parties.length === 0) return []
    const isSure = second.isCertain || isOnRecord(leaf.target)
    const severity = isSure ? 'error' : 'warning'
    const named = parties.map(({ label, account }) => `\`${label}\` is ${account}`)
    const reason = second.isOnly
      ? `${leaf.target} is not a drone, and runs`
      : `with a drone's suffix in place of the last argument ${leaf.target} runs`
    const advice = second.isOnly
      ? 'Remove the leaf.'
      : 'Bind each step by a leaf of its own, or let a drone make the call.'
    const call = `${reason} ${functionText(leaf.signature)} itself, and ${listText(named)}`
    const message = isSure
      ? `Slot ${position} permits more than it shows: ${call}. ${advice}`
      : `Slot ${position} may permit more than it shows, if its decoder ${leaf.decoder} packs like ${fewText(second.decoders)}: ${call}. Ask the decoder itself, on the chain. ${advice}`
    const facts = {
      target: leaf.target,
      signature: leaf.signature,
      parties: parties.map((one) => ({ ...one })),
      decoders: second.decoders,
    }
    return [{ code: 'second_reading', severity, leaf: position, message, facts }]
  })
}

/** Lists the drones of a tree. */
function listDrones({ used }: LintInput): readonly Finding[] {
  return groupsOf(used, ({ leaf, isDrone }) => (isDrone ? leaf.target : null)).map((group) => {
    const drone = group[0].leaf.target
    const positions = positionsIn(group)
    return {
      code: 'drone',
      severity: 'info',
      leaf: positions[0]!,
      message: `${drone} is a drone that forwards the calls of ${countText(positions.length, 'leaf')} (${slotsText(positions)}).`,
      facts: { drone, positions },
    }
  })
}
