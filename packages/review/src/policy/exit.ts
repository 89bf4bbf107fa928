import type { Finding } from '@vaultwright/base'
import { parseLabel } from '@vaultwright/protocols'
import { bridgeRoutes } from '../leaf/bridge-route.ts'
import { countText, functionText, slotsText } from '../leaf/sentence.ts'
import { groupsOf, positionsIn, type UsedLeaf } from '../lint/lint-input.ts'
import { type PolicyInput, without } from './policy-input.ts'

/** Names that neither go in nor come out: parties that are paid, and facts about a position. */
const bystander = /referr|partner|executor|swap|^tokenid$/
const reading = /^(ownerOf|userPosition\w*|owner)\(/

/** The names of functions by which funds go in and come out again. */
type ExitHeuristic = {
  readonly entry: RegExp
  readonly exit: RegExp
  /** True if another contract of the protocol lets it out. */
  readonly isElsewhere?: true
}

const wayOut =
  /^(withdraw|bulkWithdraw|redeem|unstake|burn|exit|initiateRedeem|requestRedeem|requestWithdraw|requestOnChainWithdraw|cooldown|startWithdraw|createRedeemOrder|createWithdrawRequest|removeShares|emergencyWithdraw|instantWithdraw|registerWithdrawal|unwrap|merkleWithdraw|disassemble|fullDisassemble|swapExactDebtForCollateral)/

/** The first habit whose entry fits a signature tells; what no habit names puts nothing in. */
const exitHeuristics: readonly ExitHeuristic[] = [
  { entry: /^depositIntoStrategy\(/, exit: /^(queueWithdrawals|undelegate)\(/, isElsewhere: true },
  { entry: /^deposit\(uint256,uint256,bool\)$/, exit: /^withdraw/, isElsewhere: true },
  { entry: /^submit\(/, exit: /^requestWithdraw/, isElsewhere: true },
  { entry: /^supplyCollateral\(/, exit: /^withdrawCollateral\(/ },
  { entry: /^(deposit|safeDeposit|bulkDeposit|supply)/, exit: wayOut },
  { entry: /^(mintPyFromSy)\(/, exit: /^redeemPyToSy\(/ },
  { entry: /^(mintSyFromToken)\(/, exit: /^redeemSyToToken\(/ },
  // A position of a pool is a token that is minted.
  { entry: /^mint\(\(address,address,/, exit: /^decreaseLiquidity\(/ },
  // What these mint was bought or earned before.
  { entry: /^mint\((|address|bytes,bytes)\)$/, exit: /^/, isElsewhere: true },
  { entry: /^(mint|mintDefault)\(/, exit: wayOut },
  { entry: /^increaseLiquidity\(/, exit: /^decreaseLiquidity\(/ },
  { entry: /^addLiquidityAllCoinsAndStake/, exit: /^unstakeAndRemoveLiquidity/ },
  { entry: /^addLiquidity/, exit: /^removeLiquidity/ },
  { entry: /^add_liquidity\(/, exit: /^remove_liquidity/ },
  { entry: /^joinPool\(/, exit: /^exitPool\(/ },
  { entry: /^(borrow|openBorrowPosition|issueDebt)/, exit: /^(repay|closeBorrowPosition)/ },
  { entry: /^openDenVault\(/, exit: /^(closeDenVault|adjustDenVault)\(/ },
  {
    entry: /^(stake|delegateStake)\(/,
    exit: /^(unstake|withdraw|delegateWithdraw|exit|cooldown|redeem)/,
  },
  { entry: /^wrap\(/, exit: /^unwrap\(/ },
  { entry: /^assemble\(/, exit: /^(disassemble|fullDisassemble)\(/ },
  { entry: /^swapExactCollateralForDebt\(/, exit: /^swapExactDebtForCollateral\(/ },
]

type Assets = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Finds deposits without a withdraw, loans without a repayment, and the like.
 *
 * A way out is a leaf of the same target, and of the same assets where both bind them. What crosses a
 * bridge is not a deposit.
 */
export function checkExits({ lintInput, policy }: PolicyInput): readonly Finding[] {
  const rule = policy.exits
  if (rule === undefined) return []
  const byPlace = new Map<string, UsedLeaf[]>()
  for (const item of lintInput.used) {
    const key = placeOf(item)
    const list = byPlace.get(key)
    if (list === undefined) byPlace.set(key, [item])
    else list.push(item)
  }
  const trapped = without(lintInput.used, rule.except).filter((item) => {
    const heuristic = habitOf(item)
    if (heuristic === null) return false
    const around =
      heuristic.isElsewhere === true ? lintInput.used : (byPlace.get(placeOf(item)) ?? [])
    return !around.some((other) => isExitOf(other, item, heuristic))
  })
  return groupsOf(trapped, ({ leaf }) => `${leaf.target} ${leaf.signature}`.toLowerCase()).map(
    (group): Finding => {
      const { target, signature } = group[0].leaf
      const positions = positionsIn(group)
      return {
        code: 'policy_exit',
        severity: rule.severity,
        leaf: positions[0]!,
        message: `No leaf takes back what ${functionText(signature)} puts into ${target} in ${countText(positions.length, 'leaf')} (${slotsText(positions)}).`,
        facts: { signature, target, positions },
      }
    },
  )
}

function habitOf({ leaf }: UsedLeaf): ExitHeuristic | null {
  if (bridgeRoutes.has(leaf.signature)) return null
  return exitHeuristics.find(({ entry }) => entry.test(leaf.signature)) ?? null
}

/** A drone holds what it put in; the account that it forwards to is the one that gives back. */
function placeOf({ leaf, isDrone }: UsedLeaf): string {
  return `${leaf.target} ${isDrone ? leaf.arguments.at(-1) : ''}`.toLowerCase()
}

function isExitOf(other: UsedLeaf, entry: UsedLeaf, heuristic: ExitHeuristic): boolean {
  if (!heuristic.exit.test(other.leaf.signature)) return false
  return heuristic.isElsewhere === true || isAgreed(assetsOf(entry), assetsOf(other))
}

/** By the words that both use; where they use none in common, one must hold the other's values. */
function isAgreed(one: Assets, other: Assets): boolean {
  const common = [...one.keys()].filter((word) => other.has(word))
  if (common.length > 0) return common.every((word) => isEqual(one.get(word)!, other.get(word)!))
  const [ours, theirs] = [valuesOf(one), valuesOf(other)]
  return isWithin(ours, theirs) || isWithin(theirs, ours)
}

function assetsOf({ leaf, labels, isDrone }: UsedLeaf): Assets {
  const assets = new Map<string, Set<string>>()
  for (const [index, argument] of leaf.arguments.entries()) {
    const label = labels[index] ?? null
    if (label === null || (isDrone && index === leaf.arguments.length - 1)) continue
    const { word, role } = parseLabel(label)
    if (role !== 'other' || bystander.test(word) || reading.test(label)) continue
    assets.set(word, (assets.get(word) ?? new Set()).add(argument.toLowerCase()))
  }
  return assets
}

function valuesOf(assets: Assets): ReadonlySet<string> {
  return new Set([...assets.values()].flatMap((values) => [...values]))
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((value) => all.has(value))
}

function isEqual(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && isWithin(one, other)
}
