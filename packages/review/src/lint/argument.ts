import { type Address, type Finding, isSameAddress, zeroAddress } from '@vaultwright/base'
import { type RuleBook, rulesFor } from '@vaultwright/manager'
import { accountOf, roleOf } from '@vaultwright/protocols'
import { isOnRecord } from '@vaultwright/registry'
import { accountPathsIn } from '../leaf/account-path.ts'
import { argumentText, countText, functionText, listText, slotsText } from '../leaf/sentence.ts'
import { isVaultSlot, vaultSlotsOf } from '../leaf/vault-slot.ts'
import {
  groupsOf,
  type LintInput,
  type LintRule,
  positionsIn,
  type UsedLeaf,
} from './lint-input.ts'

/** Arguments that are the zero address. */
export const zeroArgumentRule: LintRule = {
  inputs: 'file',
  codes: {
    zero_argument: {
      severities: ['warning', 'info'],
      meaning: 'An argument is the zero address; a warning where the account receives or spends.',
    },
  },
  check: checkZeroArguments,
}

/** Leaves with more or fewer arguments than decoders pack. */
export const argumentCountRule: LintRule = {
  inputs: 'rules',
  codes: {
    dead_leaf: {
      severities: ['warning'],
      meaning: 'No call can match: the last argument is a stray zero address.',
    },
    argument_count: {
      severities: ['warning'],
      meaning: 'No known decoder packs so many arguments of the function.',
    },
  },
  check: checkArgumentCounts,
}

/** Leaves that bind no argument. */
export const emptyListRule: LintRule = {
  inputs: 'rules',
  codes: {
    binds_nothing: {
      severities: ['error', 'warning', 'info'],
      meaning: 'The caller names every account: no argument is bound.',
    },
  },
  check: checkEmptyLists,
}

/** Functions without a rule. */
export const unknownFunctionRule: LintRule = {
  inputs: 'rules',
  codes: {
    unknown_function: {
      severities: ['info'],
      meaning: 'No rule says what decoders pack of the function.',
    },
  },
  check: checkUnknownFunctions,
}

/** Accounts beside the vault that receive. */
export const recipientRule: LintRule = {
  inputs: 'rules',
  codes: {
    recipient_outside_vault: {
      severities: ['info'],
      meaning: 'An account that is not the vault receives, owns or is acted for.',
    },
  },
  check: checkRecipients,
}

type ArgumentPosition = { readonly item: UsedLeaf; readonly at: number; readonly position: number }

/**
 * Finds arguments that are the zero address.
 *
 * @returns for each function and argument one finding: a warning where an account is to receive or spend, else an info.
 */
function checkZeroArguments({ used }: LintInput): readonly Finding[] {
  const spots: ArgumentPosition[] = []
  for (const item of used) {
    for (const [index, argument] of item.leaf.arguments.entries()) {
      if (isSameAddress(argument, zeroAddress) && !isHalf(item, index)) {
        spots.push({ item, at: index, position: item.position })
      }
    }
  }
  return groupsOf(spots, ({ item, at }) => `${item.leaf.signature} ${at} ${item.labels[at]}`).map(
    (group) => {
      const { item, at: position } = group[0]
      const label = item.labels[position] ?? null
      const role = label === null || isOptional(label) ? 'other' : roleOf(label)
      const positions = positionsIn(group)
      const reason = role === 'other' ? '' : `; the zero address as ${role} is rarely meant`
      return {
        code: 'zero_argument',
        severity: role === 'other' ? 'info' : 'warning',
        leaf: positions[0]!,
        message: `${argumentText(position, label)} of ${functionText(item.leaf.signature)} is the zero address in ${countText(positions.length, 'leaf')} (${slotsText(positions)})${reason}.`,
        facts: { signature: item.leaf.signature, argument: position, label, positions },
      } satisfies Finding
    },
  )
}

/** The zero address as the receiver of a fee or a refund means the claimant, or none. */
function isOptional(label: string): boolean {
  return /fee|refund/i.test(label)
}

/** A half of a bytes32 is often zero; the two are judged together elsewhere. */
function isHalf({ labels }: UsedLeaf, at: number): boolean {
  return /\b(hi16|lo16)\(/.test(labels[at] ?? '')
}

/**
 * Finds leaves with more or fewer arguments than any known decoder packs.
 *
 * @returns a warning for each leaf that ends in a stray zero address, and one for each other function and count.
 */
function checkArgumentCounts({ used }: LintInput): readonly Finding[] {
  const misfits = used.filter(
    ({ fit, leaf, second }) =>
      fit === 'misfit' && (second === null || !second.isOnly || !isOnRecord(leaf.target)),
  )
  const isStray = ({ leaf }: UsedLeaf) =>
    isSameAddress(leaf.arguments.at(-1) ?? leaf.target, zeroAddress)
  return [
    ...misfits.filter(isStray).map(strayEnd),
    ...groupsOf(
      misfits.filter((item) => !isStray(item) && item.leaf.arguments.length > 0),
      ({ leaf }) => `${leaf.signature} ${leaf.arguments.length} ${leaf.decoder}`,
    ).map(unknownCount),
  ]
}

function strayEnd({ leaf, position }: UsedLeaf): Finding {
  return {
    code: 'dead_leaf',
    severity: 'warning',
    leaf: position,
    message: `No call can match slot ${position}: ${functionText(leaf.signature)} never packs ${countText(leaf.arguments.length, 'argument')}, and the last one is a stray zero address.`,
    facts: { signature: leaf.signature, target: leaf.target, arguments: leaf.arguments },
  }
}

function unknownCount(group: readonly [UsedLeaf, ...UsedLeaf[]]): Finding {
  const { leaf } = group[0]
  const positions = positionsIn(group)
  const otherwise =
    group[0].second === null
      ? 'no call can match'
      : `only calls with a drone's suffix match, which the target runs itself unless it is a drone`
  return {
    code: 'argument_count',
    severity: 'warning',
    leaf: positions[0]!,
    message: `No known decoder packs ${countText(leaf.arguments.length, 'argument')} for ${functionText(leaf.signature)} (${slotsText(positions)}): either ${leaf.decoder} is of another version, or ${otherwise}.`,
    facts: {
      signature: leaf.signature,
      count: leaf.arguments.length,
      decoder: leaf.decoder,
      positions,
    },
  }
}

/**
 * Finds leaves that bind no argument of a function that takes accounts: the caller names every one.
 *
 * @returns for each function and decoder one finding: an error where no known decoder packs nothing of it, an info where one does and
 *   none of the accounts receives or pulls, else a warning.
 */
function checkEmptyLists({ used, rules }: LintInput): readonly Finding[] {
  const bare = used.flatMap((item) => {
    const isEmpty = item.leaf.arguments.length === (item.isDrone ? 1 : 0)
    const free = isEmpty ? accountsIn(item, rules) : []
    return free.length === 0 ? [] : [{ ...item, free }]
  })
  return groupsOf(bare, ({ leaf }) => `${leaf.signature} ${leaf.decoder}`).map((group): Finding => {
    const { leaf, free, fit } = group[0]
    const positions = positionsIn(group)
    const many = positions.length === 1 ? '' : 'each of '
    const head = `${many}${countText(positions.length, 'leaf')} of ${functionText(leaf.signature)} (${slotsText(positions)})`
    const reason = {
      misfit: `No known decoder packs nothing of it: either no call can match, or ${leaf.decoder} decodes nothing. Bind the arguments, or remove the leaf.`,
      fits: `Known decoders pack nothing of it.`,
      unknown: `No rule says what ${leaf.decoder} checks of it.`,
    }[fit]
    return {
      code: 'binds_nothing',
      severity: fit === 'misfit' ? 'error' : isHarmless(group[0]) ? 'info' : 'warning',
      leaf: positions[0]!,
      message: `The caller names ${listText(free)} in ${head}: no argument is bound. ${reason}`,
      facts: { signature: leaf.signature, decoder: leaf.decoder, free, positions },
    }
  })
}

/** Of a function that decoders are known to leave open, what matters is who receives or pulls. */
function isHarmless({ fit, free }: UsedLeaf & { readonly free: readonly string[] }): boolean {
  return fit === 'fits' && free.every((path) => roleOf(path.replaceAll('`', '')) === 'other')
}

/** The arguments of a function that are accounts, by name where a rule has them. */
function accountsIn({ leaf }: UsedLeaf, rules: RuleBook | null): readonly string[] {
  const [rule] = rules === null ? [] : rulesFor(rules, leaf.selector)
  if (rule !== undefined) {
    const paths = accountPathsIn(rule.function.inputs.fields, (_, type) => type === 'address')
    return paths.map((path) => `\`${path}\``)
  }
  const count = leaf.signature.match(/\baddress\b/g)?.length ?? 0
  return count === 0 ? [] : [countText(count, 'account')]
}

/** Finds functions that the rule book does not know. */
function checkUnknownFunctions({ used }: LintInput): readonly Finding[] {
  return groupsOf(used, ({ leaf, fit }) => (fit === 'unknown' ? leaf.selector : null)).map(
    (group) => {
      const { leaf } = group[0]
      const positions = positionsIn(group)
      return {
        code: 'unknown_function',
        severity: 'info',
        leaf: positions[0]!,
        message: `No rule says what decoders pack for ${functionText(leaf.signature)} (${leaf.selector}), used by ${countText(positions.length, 'leaf')} (${slotsText(positions)}).`,
        facts: { signature: leaf.signature, selector: leaf.selector, positions },
      }
    },
  )
}

/** Finds who besides the vault and the Manager receives, owns or is acted for. */
function checkRecipients({ file, used, targets }: LintInput): readonly Finding[] {
  const { vault, manager } = file.metadata
  if (vault === null) return []
  const slots = vaultSlotsOf(
    used.map(({ leaf }) => leaf),
    vault,
  )
  const spots: (ArgumentPosition & { readonly account: Address })[] = []
  for (const item of used) {
    for (const [index, label] of item.labels.entries()) {
      const isNamed = label !== null && roleOf(label) === 'recipient'
      if (!isNamed && !isVaultSlot(slots, item.leaf, index)) continue
      const account = accountOf(item, index)
      if (account === null || isSameAddress(account, vault)) continue
      if (manager !== null && isSameAddress(account, manager)) continue
      spots.push({ item, at: index, position: item.position, account })
    }
  }
  return groupsOf(spots, ({ account }) => account).map((group) => {
    const { account } = group[0]
    const positions = [...new Set(positionsIn(group))]
    const signatures = [...new Set(group.map(({ item }) => item.leaf.signature))]
    const isTarget = targets.has(account)
    return {
      code: 'recipient_outside_vault',
      severity: 'info',
      leaf: positions[0]!,
      message: `${countText(positions.length, 'leaf')} (${slotsText(positions)}) ${positions.length === 1 ? 'sends' : 'send'} to ${account}, which is not the vault.`,
      facts: { account, isTarget, signatures, positions },
    }
  })
}
