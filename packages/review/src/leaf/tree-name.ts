import type { Address } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { isPadding, type Leaf } from '@vaultwright/manager'
import { joinNames, type NameLookup, printChainGuess, registryNames } from '@vaultwright/registry'
import { guessChainOf } from './tree-actions.ts'

/** Longer texts are sentences, not names. */
const maxNamed = 60

const drone = /^\(Drone: 0x[0-9a-fA-F]{40}\) /
const approval = /^Approve (.+?),? to spend (.+)$/
/** The words after a token's name where more than the token is meant. */
const notAToken = / (shares|position|positions)$/

/** The names of accounts of trees, and the chain whose record names them. */
type TreeNames = {
  readonly names: NameLookup
  /** Null when it is neither given nor guessed. */
  readonly chainId: number | null
  /** Why a guessed chain is the one; null where it is not guessed. */
  readonly because: string | null
}

/**
 * Names accounts from the record of their chain, and from descriptions of the trees.
 *
 * @param given - the chain; null guesses it from the vaults of the trees.
 */
export function namesOfTrees(files: readonly TreeFile[], given: number | null): TreeNames {
  const guess = given === null ? guessChainOf(...files) : null
  const chainId = given ?? guess?.chainId ?? null
  return {
    names: joinNames(registryNames(chainId), ...files.map(treeNames)),
    chainId,
    because: guess === null ? null : printChainGuess(guess),
  }
}

/**
 * Names accounts as the descriptions of approvals call them, and the accounts that a tree states as its own.
 *
 * "Approve X to spend Y" names the spender and the token that is called. What two descriptions call
 * differently has no name; letter case is no difference. Nothing here is proven: the root does not hold
 * descriptions.
 *
 * @returns names of source `tree`, for printing in quotes beside the address.
 */
export function treeNames(file: TreeFile): NameLookup {
  const texts = new Map<string, string | null>()
  const note = (account: Address | null | undefined, text: string) => {
    if (account === null || account === undefined) return
    const key = account.toLowerCase()
    const noted = texts.get(key)
    if (noted === undefined) texts.set(key, text)
    else if (noted?.toLowerCase() !== text.toLowerCase()) texts.set(key, null)
  }
  for (const leaf of file.tree.leaves) {
    if (isPadding(leaf) || leaf.signature !== 'approve(address,uint256)') continue
    const names = approvalNamesOf(leaf)
    if (names === null) continue
    note(names.spender, names.spenderText)
    note(names.token, names.tokenText)
  }
  const { vault, manager, accountant } = file.metadata
  const owners = { vault, manager, accountant }
  for (const [text, account] of Object.entries(owners)) {
    if (account !== null) texts.set(account.toLowerCase(), text)
  }
  return (address) => {
    const text = texts.get(address.toLowerCase()) ?? null
    return text === null ? null : { text, source: 'tree' }
  }
}

type ApprovalNames = {
  readonly spender: Address
  readonly spenderText: string
  readonly token: Address
  readonly tokenText: string
}

/** The names in an approval's description; null when it says something else, or does not fit the leaf. */
function approvalNamesOf({ target, arguments: entries, description }: Leaf): ApprovalNames | null {
  const isDrone = drone.test(description)
  const [spender, droneTarget] = entries
  if (spender === undefined || entries.length !== (isDrone ? 2 : 1)) return null
  const match = approval.exec(description.replace(drone, '').trim())
  const [, spenderText, tokenText] = match ?? []
  if (spenderText === undefined || tokenText === undefined) return null
  if (!isName(spenderText) || !isName(tokenText) || notAToken.test(tokenText)) return null
  return { spender, spenderText, token: isDrone ? droneTarget! : target, tokenText }
}

function isName(text: string): boolean {
  return text.length <= maxNamed && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text) && text.trim() === text
}
