import { isOperatorCall, type LeafArgument, parseLabel } from '@vaultwright/protocols'
import { bridgeRoutes } from '../leaf/bridge-route.ts'
import type { LeafReading } from './leaf-reading.ts'
import { areText, type RiskDetector, spotOf, throughText, tokensText, waysOf } from './way-out.ts'

/** Numbers and words that say which market, pool or position is meant. */
const chooser =
  /^(id|pid|marketid|marketids|poolid|fee|tickspacing|lltv|pool|pools|market|dex\d?|salt|emode|categoryid|hooks|strategy|gauge|vault|comet|silo|i|j)$|(market|pool)(id|address)?$/
/** The functions that make a debt. */
const borrowing =
  /^(borrow|borrowShares|openBorrowPosition|issueDebt|openDenVault|operate|operatePerfect|draw|flashBorrow|leverage)\w*\(/

/** Finds calls whose market or pool the caller chooses. */
export const findMarkets: RiskDetector = (input) => {
  const spots = input.leaves.flatMap((reading) => {
    const deciding = choicesIn(reading)
    return deciding.length === 0 ? [] : [spotOf(reading, deciding)]
  })
  return waysOf(input, spots, {
    code: 'free_market',
    keyOf: ({ called }) => called,
    sentence: (way) =>
      `The caller chooses the market or the pool of ${throughText(way)}, which moves ${tokensText(way)}: ${areText(way.args)} not bound.`,
  })
}

/** Finds calls that make debt. */
export const findDebts: RiskDetector = (input) => {
  const spots = input.leaves
    .filter(({ leaf }) => borrowing.test(leaf.signature))
    .map((reading) =>
      spotOf(
        reading,
        reading.args.filter(({ use, state }) => use === 'amount' && state === 'free'),
      ),
    )
  return waysOf(input, spots, {
    code: 'debt',
    keyOf: ({ called }) => called,
    sentence: (way) =>
      `The caller can borrow ${tokensText(way)} up to the limit through ${throughText(way)}, so that a small change of prices liquidates the vault.`,
  })
}

/** The arguments that choose among markets or pools; of a path of tokens the pools between them. */
export function choicesIn(reading: LeafReading): readonly LeafArgument[] {
  const { leaf, args } = reading
  if (bridgeRoutes.has(leaf.signature) || isOperatorCall(reading)) return []
  if (/^flashLoan\(/.test(leaf.signature)) return []
  return args.filter(({ path, type, use, role, state, isWhole }) => {
    if (use === 'constant' || role !== 'other' || /fills\[\]\./i.test(path)) return false
    if (state === 'bound' && isWhole) return false
    if (state === 'checked') return false
    const { word } = parseLabel(path)
    const isPath = type === 'bytes' && word === 'path' && state === 'bound'
    const isAccount = type === 'address' && use === 'account' && state === 'free'
    return isPath || isAccount || (state !== 'bound' && chooser.test(word) && use !== 'amount')
  })
}
