import { type Address, BaseError, type Hex, printHex } from '@vaultwright/base'
import { keccak256, parseAddress } from '@vaultwright/merkle'
import type { DrillClock, Shock, ShockValue } from '@vaultwright/outcome'
import { pieceReaderOf, type WitnessPieces } from '@vaultwright/proof'
import { actionOf, type Binding, exits } from '@vaultwright/protocols'
import {
  emptyQueue,
  type QueuedRequest,
  requestIdOf,
  type WithdrawRequest,
} from '@vaultwright/queue'
import type { DrillDemand } from './demand.ts'
import type { Drill, DrillQuery } from './drill.ts'
import type { ExitSource, SourceLeaf } from './source.ts'

/** All that a drill used of a block's state, with the drill itself: enough to run it again offline. */
export type ExitWitness = WitnessPieces & {
  readonly query: DrillQuery
  readonly clock: Pick<DrillClock, 'stepSeconds' | 'delaySeconds'>
  readonly shocks: readonly Shock[]
  /** The hash of the outcome as it was: a replay gives the same or says that it differs. */
  readonly outcome: Hex
}

const format = 'vaultwright-exit'
const version = 1
const emptyHash: Hex = `0x${'00'.repeat(32)}`

/** Hashes the outcome of a drill; leaves that a tree lacks are not of the state, and not in a witness. */
export function outcomeHashOf(drill: Drill): Hex {
  const text = JSON.stringify(drill, (key, value: unknown) => {
    if (key === 'missing') return undefined
    return typeof value === 'bigint' ? `${value}n` : value
  })
  return printHex(keccak256(new TextEncoder().encode(text)))
}

/** Prints a witness as a file. */
export function printExitWitness(witness: ExitWitness): string {
  const { query, clock, shocks, outcome, ...pieces } = witness
  const { sources, demand, ...terms } = query
  const body = {
    ...pieces,
    terms,
    demand: plainDemandOf(demand),
    sources: sources.map(({ exit, holder, drone, binding, leaves }) => ({
      route: exit.route,
      holder,
      drone,
      binding,
      leaves,
    })),
    clock,
    shocks,
    outcome,
  }
  const text = JSON.stringify({ format, version, ...body }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return `${text}\n`
}

function plainDemandOf(demand: DrillDemand) {
  if (demand.kind === 'amounts') return { ...demand, amounts: [...demand.amounts] }
  if (demand.kind === 'all_supply') return demand
  const { address, ids, requests } = demand.queue
  return {
    kind: demand.kind,
    queue: address,
    requests: ids.map((id) => tupleOf(requests.get(id)!)),
  }
}

const requestKeys = [
  'nonce',
  'user',
  'assetOut',
  'amountOfShares',
  'amountOfAssets',
  'creationTime',
  'secondsToMaturity',
  'secondsToDeadline',
] as const

function tupleOf(request: QueuedRequest) {
  return Object.fromEntries(requestKeys.map((key) => [key, String(request[key])]))
}

const reader = pieceReaderOf((part, why, cause) => new InvalidExitWitnessError(part, why, cause))
const fileKeys =
  'format version chainId hardfork blockHash header ancestors nodes codes terms demand sources clock shocks outcome'.split(
    ' ',
  )
const termKeys = ['manager', 'strategist', 'payer', 'accountant', 'unwinding']

/**
 * Parses a witness of a drill. Its parts are not believed: a replay hashes the state and executes the rest.
 *
 * @throws {InvalidExitWitnessError} with the name of the part that is not valid.
 */
export function parseExitWitness(text: string): ExitWitness {
  const fields = reader.fields(reader.parse(text), 'the file', fileKeys)
  if (fields.format !== format) throw new InvalidExitWitnessError('format', 'is another one')
  if (fields.version !== version) throw new InvalidExitWitnessError('version', 'is not 1')
  const pieces = reader.pieces(fields)
  const terms = reader.fields(fields.terms, 'terms', termKeys)
  const payer = reader.fields(terms.payer, 'payer', ['vault', 'teller', 'solver', 'sender'])
  const solver = reader.fields(payer.solver, 'solver', ['address', 'form', 'owner'])
  const clock = reader.fields(fields.clock, 'clock', ['stepSeconds', 'delaySeconds'])
  const stepSeconds = reader.number(clock.stepSeconds, 'clock.stepSeconds')
  if (stepSeconds === 0n) throw new InvalidExitWitnessError('clock.stepSeconds', 'is 0')
  return {
    ...pieces,
    outcome: reader.hex(fields.outcome, 'outcome', 32),
    clock: { stepSeconds, delaySeconds: reader.number(clock.delaySeconds, 'clock.delaySeconds') },
    shocks: listOf(fields.shocks, 'shocks', 16).map(shockIn),
    query: {
      manager: accountIn(terms.manager, 'terms.manager'),
      strategist: accountIn(terms.strategist, 'terms.strategist'),
      accountant: accountIn(terms.accountant, 'terms.accountant'),
      unwinding: oneOf(terms.unwinding, 'terms.unwinding', ['steps', 'batch'] as const),
      payer: {
        vault: accountIn(payer.vault, 'payer.vault'),
        teller: accountIn(payer.teller, 'payer.teller'),
        sender: accountIn(payer.sender, 'payer.sender'),
        solver: {
          address: accountIn(solver.address, 'solver.address'),
          form: oneOf(solver.form, 'solver.form', ['covering', 'legacy'] as const),
          owner: solver.owner === null ? null : accountIn(solver.owner, 'solver.owner'),
        },
      },
      demand: demandIn(fields.demand),
      sources: listOf(fields.sources, 'sources', 2_000).map(sourceIn),
    },
  }
}

function demandIn(value: unknown): DrillDemand {
  const kinds = ['matured', 'all_requests', 'all_supply', 'amounts'] as const
  const kind = oneOf((value as { kind?: unknown } | null)?.kind, 'demand.kind', kinds)
  if (kind === 'all_supply') {
    const { asset } = reader.fields(value, 'demand', ['kind', 'asset'])
    return { kind, asset: accountIn(asset, 'demand.asset') }
  }
  if (kind === 'amounts') {
    const { amounts } = reader.fields(value, 'demand', ['kind', 'amounts'])
    const pairs = listOf(amounts, 'demand.amounts', 64).map((pair) => {
      const [asset, amount] = listOf(pair, 'demand.amounts', 2)
      return [accountIn(asset, 'demand.amounts'), reader.number(amount, 'demand.amounts')] as const
    })
    return { kind, amounts: new Map(pairs) }
  }
  const fields = reader.fields(value, 'demand', ['kind', 'queue', 'requests'])
  const list = listOf(fields.requests, 'demand.requests', 10_000).map(requestIn)
  const queue = emptyQueue(accountIn(fields.queue, 'demand.queue'))
  return {
    kind,
    queue: {
      ...queue,
      ids: list.map(({ id }) => id),
      requests: new Map(list.map((one) => [one.id, one])),
    },
  }
}

function requestIn(value: unknown): QueuedRequest {
  const fields = reader.fields(value, 'demand.requests', requestKeys)
  const number = (key: (typeof requestKeys)[number]) => reader.number(fields[key], key)
  const request: WithdrawRequest = {
    nonce: number('nonce'),
    user: accountIn(fields.user, 'user'),
    assetOut: accountIn(fields.assetOut, 'assetOut'),
    amountOfShares: number('amountOfShares'),
    amountOfAssets: number('amountOfAssets'),
    creationTime: Number(number('creationTime')),
    secondsToMaturity: Number(number('secondsToMaturity')),
    secondsToDeadline: Number(number('secondsToDeadline')),
  }
  // The log of a request is not of the state: nothing of a drill rests on it.
  const log = { block: 0n, blockHash: emptyHash, transactionHash: emptyHash, logIndex: 0 }
  return { ...request, ...log, id: requestIdOf(request), end: null }
}

function sourceIn(value: unknown): ExitSource {
  const fields = reader.fields(value, 'sources', ['route', 'holder', 'drone', 'binding', 'leaves'])
  const exit = exits.find(({ route }) => route === fields.route)
  if (exit === undefined) throw new InvalidExitWitnessError('sources.route', 'is not a way out')
  return {
    exit,
    action: actionOf(exit.route)!,
    holder: accountIn(fields.holder, 'sources.holder'),
    drone: fields.drone === null ? null : accountIn(fields.drone, 'sources.drone'),
    binding: bindingIn(fields.binding, exit.identity),
    leaves: fields.leaves === null ? null : listOf(fields.leaves, 'sources.leaves', 2).map(leafIn),
    missing: [],
  }
}

function leafIn(value: unknown): SourceLeaf {
  const keys = ['slot', 'decoder', 'proof', 'route', 'binding']
  const fields = reader.fields(value, 'sources.leaves', keys)
  const exit = exits.find(({ route }) => route === fields.route)
  if (exit === undefined)
    throw new InvalidExitWitnessError('sources.leaves.route', 'is not a way out')
  if (!Number.isSafeInteger(fields.slot))
    throw new InvalidExitWitnessError('sources.leaves.slot', 'is not a number')
  return {
    slot: fields.slot as number,
    decoder: accountIn(fields.decoder, 'sources.leaves.decoder'),
    proof: reader.list(fields.proof, 'sources.leaves.proof', 32),
    route: exit.route,
    binding: bindingIn(fields.binding, exit.identity),
  }
}

function bindingIn(value: unknown, identity: readonly string[]): Binding {
  const fields = reader.fields(value, 'binding', identity)
  return Object.fromEntries(identity.map((name) => [name, accountIn(fields[name], name)]))
}

function shockIn(value: unknown): Shock {
  const kinds = ['feed', 'cash', 'paused', 'rate'] as const
  const kind = oneOf((value as { kind?: unknown } | null)?.kind, 'shocks.kind', kinds)
  const names = {
    feed: ['feed', 'value'],
    cash: ['token', 'holder', 'value'],
    paused: ['contract'],
    rate: ['accountant', 'value'],
  }[kind]
  const fields = reader.fields(value, 'shocks', ['kind', ...names])
  const account = (name: string) => accountIn(fields[name], `shocks.${name}`)
  if (kind === 'paused') return { kind, contract: account('contract') }
  const changed = valueIn(fields.value)
  if (kind === 'feed') return { kind, feed: account('feed'), value: changed }
  if (kind === 'rate') return { kind, accountant: account('accountant'), value: changed }
  return { kind, token: account('token'), holder: account('holder'), value: changed }
}

function valueIn(value: unknown): ShockValue {
  const isTo = typeof value === 'object' && value !== null && 'to' in value
  const fields = reader.fields(value, 'shocks.value', [isTo ? 'to' : 'byBps'])
  if (isTo) return { to: reader.number(fields.to, 'shocks.value.to') }
  const text = String(fields.byBps)
  const amount = reader.number(text.replace(/^-/, ''), 'shocks.value.byBps')
  return { byBps: text.startsWith('-') ? -amount : amount }
}

function accountIn(value: unknown, part: string): Address {
  return parseAddress(reader.hex(value, part, 20).toLowerCase())
}

function listOf(value: unknown, part: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new InvalidExitWitnessError(part, 'is not a list')
  if (value.length > most)
    throw new InvalidExitWitnessError(part, `has ${value.length} entries, more than ${most}`)
  return value
}

function oneOf<const Choice extends string>(
  value: unknown,
  part: string,
  choices: readonly Choice[],
): Choice {
  const match = choices.find((choice) => choice === value)
  if (match === undefined) throw new InvalidExitWitnessError(part, `is not ${choices.join(' or ')}`)
  return match
}

/** A file is not a witness of a drill. */
export class InvalidExitWitnessError extends BaseError {
  override readonly code = 'invalid_exit_witness'
  override readonly kind = 'damaged_data'

  constructor(part: string, why: string, cause?: unknown) {
    super({
      message: `The witness of the drill cannot be used: ${part} ${why}. Make it again: vaultwright exit drill --witness`,
      facts: { part, why },
      cause,
    })
  }
}
