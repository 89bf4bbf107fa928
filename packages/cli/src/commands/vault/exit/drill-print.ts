import { type Address, printUnits } from '@vaultwright/base'
import { type Drill, type ExitDrill, revertText } from '@vaultwright/operations'
import type { AppliedShock, DrillBlock, DrillCall, DrillStop } from '@vaultwright/outcome'
import { protocolTitleOf } from '@vaultwright/protocols'
import type { Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { type Column, printSafely, printTable, printTime } from '../../../terminal/table.ts'

/** A drill with what its answer says of it. */
export type DrillView = ExitDrill & {
  /** The hash of the block is the caller's. */
  readonly isHashGiven: boolean
}

/** True if all that is asked for arrives. */
export function isAllPaid({ drill: { assets, unpaid } }: Pick<DrillView, 'drill'>): boolean {
  return unpaid.length === 0 && assets.every(({ demand, paid }) => paid >= demand)
}

/** Says what a drill rests on. */
export function basisOf({ shocks, witness, isHashGiven, drill }: DrillView): string {
  if (shocks.length > 0 || witness.clock.delaySeconds > 0n)
    return 'What if on proven state: the shocks are not the state of the block.'
  const { unknowable } = drill.counts
  if (unknowable.length > 0)
    return `Executed, and not proven: it asks for ${unknowable.join(', ')}, which is not known before a block is made.`
  return isHashGiven
    ? 'Executed on state that follows from the hash of the block; the blocks of the steps are stated, not known.'
    : 'Executed on state that follows from the hash of the block, which is the word of the node. Give --block-hash.'
}

/** The calls of the strategist: one a position, or one for all. */
export function unwindCallsOf({ unwinds, batch }: Drill): readonly {
  readonly call: DrillCall
  readonly block: DrillBlock
  readonly paid: bigint
}[] {
  if (batch === null) return unwinds
  if (batch.stop !== null) return []
  return [{ ...batch, paid: unwinds.reduce((sum, { paid }) => sum + paid, 0n) }]
}

/** Prints a drill: the answer first, then its steps, what stops them, and what is missing. */
export function* printDrill(view: DrillView, style: TextStyle): Iterable<string> {
  const { drill, block, tokens, shocks, witness } = view
  const { delaySeconds } = witness.clock
  const say = (asset: Address, amount: bigint) => {
    const token = tokens.get(asset)
    if (token === undefined || token.decimals === null) return `${amount} base units of ${asset}`
    return `${printUnits(amount, token.decimals)} ${printSafely(token.symbol)}`
  }
  const isPaid = isAllPaid(view)
  if (drill.assets.length === 0) yield style.green('Nothing is asked for\n')
  for (const { asset, demand, paid, buffer } of drill.assets) {
    const line = `${say(asset, paid)} of ${say(asset, demand)} paid`
    yield paid >= demand ? style.green(`${line}\n`) : style.red(`${line}\n`)
    if (buffer !== null)
      yield `  the buffer ${buffer} pays: leaving positions for idle cash does not help\n`
  }
  if (drill.afterSeconds !== null)
    yield `${isPaid ? 'all' : 'the last'} ${drill.afterSeconds} seconds after block ${block.number} of ${printTime(block.timestamp)}\n`
  yield style.dim(`${basisOf(view)}\n`)
  for (const shock of shocks) yield style.yellow(`shock  ${shockText(shock)}\n`)
  if (delaySeconds > 0n) yield style.yellow(`shock  ${delaySeconds} seconds pass first\n`)
  const rows = stepRowsOf(view, say)
  if (rows.length > 0) {
    yield '\n'
    yield* printTable(columns, rows, style)
  }
  if (drill.batch?.stop != null)
    yield style.red(
      `the one transaction for all positions reverts at ${stopText(drill.batch.stop)}\n`,
    )
  for (const { route, cap } of drill.unwinds)
    if (cap !== null) yield `cap    ${route}: one unit more is refused by ${stopText(cap.stop)}\n`
  for (const { route, asset, worth, holder, stop } of drill.blocked)
    yield style.yellow(`blocked ${route} of ${say(asset, worth)} in ${holder}: ${stopText(stop)}\n`)
  for (const { asset, worth, missing } of drill.unreached) {
    yield style.yellow(`no leaf in force leaves ${say(asset, worth)}\n`)
    for (const { leaf } of missing)
      yield `  add: ${leaf.signature} of ${leaf.target}${leaf.canSendValue ? ' with value' : ''}, binding ${leaf.arguments.join(', ') || 'nothing'}\n`
  }
  for (const { nonce, asset, amount, stop } of drill.unpaid) {
    const name = nonce === null ? 'the rest' : `request ${nonce}`
    const reason = stop === null ? 'less arrives' : stopText(stop)
    yield style.red(`unpaid ${name}, ${say(asset, amount)}: ${reason}\n`)
  }
  yield style.dim(`${drill.counts.simulations} simulations, ${drill.counts.steps} steps\n`)
}

const columns: readonly Column[] = [
  { title: 'after', align: 'right' },
  { title: 'step' },
  { title: 'paid', align: 'right' },
]

type Say = (asset: Address, amount: bigint) => string

function stepRowsOf({ drill, block }: DrillView, say: Say): readonly (readonly string[])[] {
  const after = (unix: bigint) => `${unix - block.timestamp} s`
  const unwinds = drill.unwinds.map((step) => [
    after((drill.batch?.block ?? step.block).timestamp),
    `${step.route}, ${titleOf(step.route)}`,
    say(step.asset, step.paid),
  ])
  const payments = drill.payments.map((step) =>
    step.kind === 'wait'
      ? [after(step.untilUnix), 'wait for the request to mature', '']
      : [
          after(step.block.timestamp),
          step.nonce === null ? 'withdraw' : `solve request ${step.nonce}`,
          say(step.asset, step.paid),
        ],
  )
  return [...unwinds, ...payments]
}

function titleOf(route: string): string {
  return protocolTitleOf(route.slice(0, route.indexOf('/'))) ?? route
}

function shockText({ shock, shown }: AppliedShock): string {
  const changes = shown.map(
    ({ account, getter, before, after }) =>
      `${getter} of ${account} answers ${after}, not ${before}`,
  )
  return `${shock.kind}: ${changes.join('; ')}`
}

/** Names the call that refuses and its reason. */
export function stopText({ target, selector, function: signature, error }: DrillStop): string {
  const reason = 'halt' in error ? printSafely(error.halt) : revertText(error)
  const name = signature === null ? selector : signature.slice(0, signature.indexOf('('))
  return `${name} of ${target ?? 'a creation'}: ${reason}`
}

/** The same for a program. */
export function drillJsonOf(view: DrillView): Json {
  const { drill, shocks, block, witness } = view
  const { strategist, payer } = witness.query
  const { delaySeconds } = witness.clock
  const unwinds = drill.unwinds.map(({ manageCalls: _, ...step }) => step)
  const answer = {
    ok: isAllPaid(view),
    basis: basisOf(view),
    isProven:
      view.isHashGiven &&
      shocks.length === 0 &&
      delaySeconds === 0n &&
      drill.counts.unknowable.length === 0,
    block: { number: block.number, hash: block.hash, timestamp: block.timestamp },
    strategist,
    sender: payer.sender,
    shocks,
    delaySeconds,
    ...drill,
    unwinds,
  }
  return answer as unknown as Json
}
