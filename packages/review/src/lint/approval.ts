import { type Address, type Finding, isSameAddress, zeroAddress } from '@vaultwright/base'
import { parseLabel } from '../role.ts'
import { countText, listText, slotsText } from '../sentence.ts'
import { groupsOf, positionsIn, type Scene, type UsedLeaf } from './scene.ts'

/** Pulls tokens for whoever was allowed to through it, so that nobody needs to call it. Source: Uniswap Permit2, equal on every chain. */
const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

type Approval = {
  readonly spender: Address
  readonly token: Address
  readonly position: number
}

/**
 * Finds approvals for spenders that no leaf calls.
 *
 * @param scene - the tree.
 * @returns one warning for each spender, with its tokens and slots.
 */
export function checkSpenders({ used, targets }: Scene): readonly Finding[] {
  const strangers = used
    .flatMap(approvalsOf)
    .filter(({ spender }) => !targets.has(spender) && !isSameAddress(spender, permit2))
  return groupsOf(strangers, ({ spender }) => spender).map((group) => {
    const { spender } = group[0]
    const positions = positionsIn(group)
    const tokens = [...new Set(group.map(({ token }) => token))]
    return {
      code: 'spender_no_target',
      severity: 'warning',
      leaf: positions[0]!,
      message: `${spender} may spend ${countText(tokens.length, 'token')} (${listText(tokens)}; ${slotsText(positions)}), but no leaf calls it.`,
      facts: { spender, tokens, positions },
    }
  })
}

function approvalsOf({ leaf, labels, isDrone, position }: UsedLeaf): readonly Approval[] {
  const at = labels.findIndex((label) => label !== null && parseLabel(label).word === 'spender')
  const spender = leaf.arguments[at < 0 && isPlainApproval(leaf.signature) ? 0 : at]
  if (spender === undefined || isSameAddress(spender, zeroAddress)) return []
  const named = labels.findIndex((label) => label !== null && /(^|\.)_?token$/.test(label))
  const called = isDrone ? leaf.arguments.at(-1)! : leaf.target
  return [{ spender, token: named < 0 ? called : leaf.arguments[named]!, position }]
}

/** ERC-20's own approval needs no rule book to be understood. */
function isPlainApproval(signature: string): boolean {
  return signature === 'approve(address,uint256)'
}
