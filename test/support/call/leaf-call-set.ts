import type { Address, Hex } from '@vaultwright/base'
import {
  appendDroneTarget,
  type CompiledRule,
  canPack,
  type DecoderReadValues,
  encodeFlashLoan,
  isPadding,
  type Leaf,
  type LeafTree,
  packArguments,
  rulesFor,
} from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { slice } from 'viem'
import { callOfLeaf } from './leaf-call.ts'

/** A call that a leaf of a tree permits. */
export type PermittedCall = {
  readonly position: number
  readonly leaf: Leaf
  readonly target: Address
  readonly data: Hex
  readonly value: bigint
  /** The answers the chain must give for it. */
  readonly reads: DecoderReadValues
  /** The rule it was made by; its entries can be packed again with others. */
  readonly rule: CompiledRule
  readonly isDrone: boolean
}

const loan = 'flashLoan(address,address[],uint256[],bytes)'

/**
 * Makes a call for every leaf of a tree.
 *
 * @param tree - leaves whose functions the rule book knows.
 * @param known - drones besides those that descriptions name.
 * @returns the calls in slot order, and what no call could be made for.
 */
export function callsOfTree(
  tree: LeafTree,
  known: readonly Address[] = [],
): {
  readonly calls: readonly PermittedCall[]
  readonly without: readonly string[]
} {
  const named = tree.leaves.flatMap(
    ({ description }) => /drone: (0x[0-9a-fA-F]{40})/i.exec(description)?.[1]?.toLowerCase() ?? [],
  )
  const drones = new Set([...named, ...known.map((drone) => drone.toLowerCase())])
  const calls: PermittedCall[] = []
  const without: string[] = []
  for (const [position, leaf] of tree.leaves.entries()) {
    if (isPadding(leaf)) continue
    const isDrone = drones.has(leaf.target.toLowerCase()) && leaf.arguments.length > 0
    const rules = rulesFor(ruleBook, leaf.selector).filter((rule) => {
      return canPack(rule, leaf.arguments.length - (isDrone ? 1 : 0))
    })
    const candidates = rules
      .map((rule) => permittedCallOf({ position, leaf, rule, isDrone }))
      .find((call) => call !== null)
    if (candidates) calls.push(candidates)
    else without.push(`slot ${position}: ${leaf.signature}`)
  }
  return { calls, without }
}

/**
 * Makes the call of a leaf by a certain rule.
 *
 * @param wanted - the leaf, where it is, the rule, and whether a drone forwards it.
 * @returns the call; null when the rule packs no such entries.
 */
export function permittedCallOf(
  wanted: Pick<PermittedCall, 'position' | 'leaf' | 'rule' | 'isDrone'>,
): PermittedCall | null {
  const { leaf, rule, isDrone } = wanted
  const entries = isDrone ? leaf.arguments.slice(0, -1) : leaf.arguments
  const plain = leaf.signature === loan ? loanOf(entries) : callOfLeaf(rule, entries)
  if (plain === null) return null
  const reads = withChecks(rule, plain.calldata, plain.reads)
  const data = isDrone ? appendDroneTarget(plain.calldata, leaf.arguments.at(-1)!) : plain.calldata
  return { ...wanted, target: leaf.target, data, value: leaf.canSendValue ? 5n : 0n, reads }
}

function loanOf([recipient, ...tokens]: readonly Address[]) {
  const amounts = tokens.map(() => 1n)
  const calls = [] as const
  const calldata = encodeFlashLoan({ recipient: recipient!, tokens, amounts, calls, salt: '0x' })
  return { calldata, reads: {} }
}

/** Adds what the decoder's own checks read: one account for all that makes them hold. */
function withChecks(
  rule: CompiledRule,
  calldata: Hex,
  reads: DecoderReadValues,
): DecoderReadValues {
  const outcome = packArguments(rule, calldata, reads)
  if (!outcome.ok || outcome.unverified.length === 0) return reads
  const keys = outcome.unverified.flatMap((check) => check.reads.map(({ key }) => key))
  const words = Array.from({ length: Math.floor((calldata.length - 10) / 64) }, (_, word) =>
    slice(calldata, 4 + 32 * word, 36 + 32 * word),
  )
  for (const answer of [`0x${'11'.repeat(20)}`, ...words]) {
    const answers = Object.fromEntries(keys.map((key) => [key, answer]))
    const checked = packArguments(rule, calldata, { ...reads, ...answers })
    if (checked.ok && checked.unverified.length === 0) return { ...reads, ...answers }
  }
  return reads
}
