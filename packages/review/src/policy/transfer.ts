import type { Finding, Hex } from '@vaultwright/base'
import { isSameAddress } from '@vaultwright/base'
import { countText, functionText, listText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, positionsIn, type UsedLeaf } from '../lint/lint-input.ts'
import { accountsOf, type PolicyInput, without } from './policy-input.ts'
import { recipientsOf } from './recipient.ts'

const flashLoan = 'flashLoan(address,address[],uint256[],bytes)'

/**
 * Finds leaves that let a token leave to an account that the policy does not name.
 *
 * Every receiver, owner and account that is acted for counts: a position of another account is a token that left.
 *
 * @returns one finding for each unknown recipient, and one for each function that leaves its receiver open.
 */
export function checkTransfers(input: PolicyInput): readonly Finding[] {
  const rule = input.policy.transfers
  if (rule === undefined) return []
  const isAllowed = accountsOf([
    ...(input.vault === null ? [] : [input.vault]),
    ...input.drones,
    ...rule.allow,
  ])
  const used = without(input.lintInput.used, rule.except)
  const recipients = used.map((item) => ({ item, ...recipientsOf(item, input) }))
  const unknowns = recipients.flatMap(({ item, bound }) =>
    bound
      .filter(({ account }) => !isAllowed(account) && !isOwnLoan(item, account, input))
      .map(({ account, label, isSure }) => ({ ...item, account, label, isSure })),
  )
  const open = recipients.flatMap(({ item, unbound }) => unbound.map((name) => ({ ...item, name })))
  return [
    ...groupsOf(unknowns, ({ account, isSure }) => `${account.toLowerCase()} ${isSure}`).map(
      (group): Finding => {
        const positions = [...new Set(positionsIn(group))]
        const signatures = [...new Set(group.map(({ leaf }) => leaf.signature))]
        const labels = [...new Set(group.map(({ label }) => label))]
        const { account, isSure } = group[0]
        const verb = isSure ? 'receives, owns or is acted for' : 'may receive, own or be acted for'
        const reason = isSure
          ? ''
          : `; decoders differ in whether ${listText(labels.map(String))} is who receives`
        return {
          code: isSure ? 'policy_transfer' : 'policy_transfer_unsure',
          severity: rule.severity,
          leaf: positions[0]!,
          message: `${account} ${verb} in ${countText(positions.length, 'leaf')} (${listText(signatures.map(functionText))}; ${slotsText(positions)}); the policy lets tokens leave to the vault, its drones and its list only${reason}.`,
          facts: { account, signatures, labels, positions },
        }
      },
    ),
    ...groupsOf(open, ({ leaf, name }) => `${leaf.signature} ${name}`).map((group): Finding => {
      const { leaf, name } = group[0]
      const positions = positionsIn(group)
      return {
        code: 'policy_receiver_open',
        severity: rule.severity,
        leaf: positions[0]!,
        message: `No leaf can bind \`${name}\` of ${functionText(leaf.signature)} (${slotsText(positions)}): decoders do not pack it, so tokens may leave to any account that the caller names.`,
        facts: { signature: leaf.signature, parameter: name, positions },
      }
    }),
  ]
}

/** A flash loan is paid to the Manager, which is the account that it calls. */
function isOwnLoan({ leaf }: UsedLeaf, account: Hex, { manager }: PolicyInput): boolean {
  if (leaf.signature !== flashLoan || manager === null) return false
  return isSameAddress(account, manager) && isSameAddress(leaf.target, manager)
}
