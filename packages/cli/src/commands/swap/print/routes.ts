import type { OrderPermission, PairVenue, PermittingLeaf, SwapPair } from '@vaultwright/swap'
import { isDepositPair, swapPairOf } from '@vaultwright/wire'
import type { Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printSafely } from '../../../terminal/table.ts'
import type { Routes } from '../input/market-tree.ts'
import { printToken } from './token.ts'

/** Turns what a tree swaps into the keys of the interface. */
export function routesJsonOf({ market, pairs }: Routes): Json {
  const tokensUnknown = market.unplaced.map(({ route, title, leaves, why: reason }) => ({
    route,
    venue: title,
    leaves: leaves.map(({ slot, approvalSlot }) => ({ leaf_index: slot, approval: approvalSlot })),
    why: reason,
  }))
  return { pairs: pairs.map(swapPairOf), tokens_unknown: tokensUnknown }
}

/** Options of printed routes; `isDetailed` says why each free field matters. */
type RoutesStyle = { readonly style: TextStyle; readonly isDetailed: boolean }

/** Prints what a tree swaps: a paragraph a pair, under it the venues and the limit order. */
export function* printRoutes({ market, pairs }: Routes, settings: RoutesStyle): Iterable<string> {
  const { style } = settings
  for (const pair of pairs) yield* printPair(pair, settings)
  if (market.unplaced.length > 0) {
    yield style.bold('Tokens not known\n')
    for (const venue of market.unplaced) yield* printVenue(venue, settings)
    yield '\n'
  }
  yield style.dim(`${countText(pairs, market.unplaced)}\n`)
}

/** Options of listed routes; `hasDeposits` also lists pairs of ERC-4626 vaults alone. */
type ListStyle = { readonly style: TextStyle; readonly hasDeposits: boolean }

/** So many pairs are a screen. */
const screenPairs = 30

/** Lists what a tree swaps, a line a pair and a screen at most: filters show the rest. */
export function* listRoutes(
  { market, pairs }: Routes,
  { style, hasDeposits }: ListStyle,
): Iterable<string> {
  const swaps = hasDeposits ? pairs : pairs.filter((pair) => !isDepositPair(swapPairOf(pair)))
  const listed = swaps.slice(0, screenPairs)
  const names = listed.map(({ sellToken, buyToken }) =>
    printSafely(`${printToken(sellToken)} to ${printToken(buyToken)}`),
  )
  const width = Math.max(0, ...names.map(({ length }) => length))
  for (const [index, { venues, limitOrder }] of listed.entries()) {
    const routes = [...new Set(venues.map(({ route }) => route))]
    const ready = venues.filter(({ state }) => state === 'ready').length
    const order = limitOrder.state === 'ready' ? ', limit orders' : ''
    const shown = `${routes.slice(0, 3).join(', ')}${routes.length > 3 ? ', …' : ''}`
    yield `${style.bold(names[index]!.padEnd(width))}  ${ready} of ${venues.length} ready  ${style.dim(printSafely(`${shown}${order}`))}\n`
  }
  const more = swaps.length - listed.length
  if (more > 0) yield `${more} more pairs: give --sell or --buy, or --detail for all.\n`
  const deposits = pairs.length - swaps.length
  if (deposits > 0) {
    yield style.dim(`${deposits} more by ERC-4626 vaults alone: give --deposits.\n`)
  }
  const unplaced = market.unplaced.length
  if (unplaced > 0) {
    const count = unplaced === 1 ? '1 venue' : `${unplaced} venues`
    yield style.dim(`${count} of unknown tokens: give --detail.\n`)
  }
  yield style.dim(`${countText(pairs, market.unplaced)}\n`)
}

function* printPair(pair: SwapPair, settings: RoutesStyle): Iterable<string> {
  const { sellToken, buyToken, venues, limitOrder } = pair
  const { style } = settings
  yield `${style.bold(printSafely(`${printToken(sellToken)} to ${printToken(buyToken)}`))}\n`
  if (sellToken.symbol !== null || buyToken.symbol !== null) {
    yield style.dim(`  ${sellToken.address} to ${buyToken.address}\n`)
  }
  for (const venue of venues) yield* printVenue(venue, settings)
  yield* printOrder(limitOrder, settings)
  yield '\n'
}

function* printVenue(venue: PairVenue, { style, isDetailed }: RoutesStyle): Iterable<string> {
  const {
    route,
    title,
    kind,
    target,
    drone,
    variants,
    leaves,
    state,
    why: stateReason,
    free,
  } = venue
  const paint = state === 'ready' ? style.green : style.yellow
  const what = style.dim(printSafely(`${title}, ${kind}`))
  yield `  ${paint(stateText(state))}  ${printSafely(route)}  ${what}\n`
  const account = target === null ? '' : `, calls ${target}`
  const actor = drone === null ? '' : `, through the drone ${drone}`
  yield style.dim(`      ${leaves.map(leafText).join('; ')}${account}${actor}\n`)
  for (const [name, values] of Object.entries(variants)) {
    yield style.dim(`      ${printSafely(`${name}: ${values.join(', ')}`)}\n`)
  }
  if (stateReason !== null) yield `      ${printSafely(stateReason)}\n`
  if (!venue.hasDeadline) yield style.dim('      without a deadline\n')
  if (free.length === 0) return
  yield `      ${style.yellow('free')}  ${printSafely(free.map(({ field }) => field).join(', '))}\n`
  for (const { field, why: reason } of isDetailed ? free : []) {
    yield style.dim(`        ${printSafely(`${field}: ${reason}`)}\n`)
  }
}

function* printOrder(order: OrderPermission, { style, isDetailed }: RoutesStyle): Iterable<string> {
  const paint = order.state === 'ready' ? style.green : style.yellow
  yield `  ${paint(stateText(order.state))}  limit order\n`
  if (order.state === 'ready') return
  yield `      ${printSafely(order.why)}\n`
  if (order.state === 'not_permitted' && isDetailed) {
    yield* printPermittingLeaf(order.permittingLeaf, style)
  }
}

/** Prints the leaf that would permit something, under what it would permit. */
export function* printPermittingLeaf(leaf: PermittingLeaf, style: TextStyle): Iterable<string> {
  const { signature, target, decoder, arguments: packed, canSendValue, digest } = leaf
  const value = canSendValue ? ' with value' : ''
  yield style.dim(`      would permit: ${printSafely(signature)}${value} on ${target}\n`)
  yield style.dim(`        decoder    ${decoder ?? 'none of the vault is known to read it'}\n`)
  for (const argument of packed) yield style.dim(`        argument   ${argument}\n`)
  if (digest !== null) yield style.dim(`        digest     ${digest}\n`)
}

function leafText({ slot, approvalSlot }: PairVenue['leaves'][number]): string {
  return approvalSlot === null ? `leaf ${slot}` : `leaf ${slot}, approval ${approvalSlot}`
}

function stateText(state: PairVenue['state'] | OrderPermission['state']): string {
  return state.replaceAll('_', ' ')
}

function countText(pairs: readonly SwapPair[], unplaced: readonly PairVenue[]): string {
  const venues = [...pairs.flatMap((pair) => pair.venues), ...unplaced]
  const ready = venues.filter(({ state }) => state === 'ready').length
  const orders = pairs.filter(({ limitOrder }) => limitOrder.state === 'ready').length
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
  return `${counted(pairs.length, 'pair')}, ${counted(venues.length, 'venue')} of which ${ready} ready, ${counted(orders, 'pair')} with limit orders`
}
