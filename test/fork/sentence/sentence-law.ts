import { type Address, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { CallContext, CallDescription, DescribedArgument } from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import type { ExecutedCall } from './executed-call.ts'

/** The world of the law besides a call. */
export type SentenceWorld = {
  readonly context: CallContext
  /** People of the chain: nothing of the vault may reach one that no sentence names. */
  readonly people: readonly Address[]
  /** Tokens of which a unit may come or go by rounding. */
  readonly rebasing: readonly Address[]
  /** Tokens that the builder's parameters name, which not all calldata does; none when not said. */
  readonly named?: readonly Address[]
  /** Tokens that stand for what is owed: a payment burns them. */
  readonly debts?: readonly Address[]
}

/** A place where a description and the execution differ, in words. */
export type SentenceBreach = string

/**
 * Holds what a description says of target, token, amount, least output and recipient against what the call did.
 *
 * @returns nothing where they agree.
 */
export function breachesOf(
  description: CallDescription,
  executed: ExecutedCall,
  world: SentenceWorld,
): readonly SentenceBreach[] {
  return [
    ...targetBreaches(description, executed),
    ...amountBreaches(description, executed, world),
    ...outflowBreaches(description, executed, world),
    ...recipientBreaches(description, executed, world),
    ...allowanceBreaches(description, executed, world),
  ]
}

function targetBreaches({ target }: CallDescription, { frame }: ExecutedCall) {
  return frame.to !== undefined && isSameAddress(target, frame.to)
    ? []
    : [`target ${target} is described, ${frame.to} ran`]
}

/** The actor: the drone where one forwards the call, else the vault. */
function actorOf({ suffix }: CallDescription, { outer }: ExecutedCall, { vault }: CallContext) {
  return suffix === '0x' ? vault! : outer.to!
}

const wordMax = 2n ** 256n - 1n

function amountBreaches(
  description: CallDescription,
  executed: ExecutedCall,
  { context }: SentenceWorld,
): readonly SentenceBreach[] {
  // Of several actions each says something else, and a guess says that it is one.
  if (description.routes.length !== 1) return []
  const actor = actorOf(description, executed, context)
  return description.arguments.flatMap((argument) => {
    const { use, value, unit, isGuessed, path, mark } = argument
    const token = unit?.token ?? null
    const isCounted = (use === 'amount' || use === 'minimum') && !isGuessed && token !== null
    if (!isCounted || typeof value !== 'bigint' || value === 0n) return []
    const moved = [...movedIn(executed, token), ...transfersOf(executed, token)]
    // A fee at most, of which a bridge may take less; an order moves nothing before it is filled.
    if (/max\w*fee|fee\w*max|^order\./i.test(path)) return []
    if (use === 'minimum') {
      return moved.some((amount) => amount >= value)
        ? []
        : [`${path} is at least ${value} of ${token}, ${moved.join()} came`]
    }
    if (mark === 'unlimited' || mark === 'whole_balance' || value === wordMax) return []
    // Whoever sends to itself moves nothing.
    const isSelf = description.arguments.some((one) =>
      accountsIn(one).some((account) => isSameAddress(account, actor)),
    )
    if (isSelf && moved.every((amount) => amount === 0n)) return []
    const isMost = /max|desired|limit$|^inputs\[0\]\.params\[1\]\.amount$/i.test(path)
    const isMoved = moved.some(
      (amount) =>
        amount === value || amount === -value || (isMost && amount < 0n && -amount < value),
    )
    const isAllowed = executed.allowances.some(
      (one) =>
        isSameAddress(one.token, token) && isSameAddress(one.owner, actor) && one.amount === value,
    )
    return isMoved || isAllowed ? [] : [`${path} is ${value} of ${token}, ${moved.join()} moved`]
  })
}

function movedIn({ changes }: ExecutedCall, token: Address): readonly bigint[] {
  const asset = isSameAddress(token, zeroAddress) ? nativeAsset : token
  return changes.filter((change) => isSameAddress(change.token, asset)).map(({ amount }) => amount)
}

function transfersOf({ transfers }: ExecutedCall, token: Address): readonly bigint[] {
  const asset = isSameAddress(token, zeroAddress) ? nativeAsset : token
  return transfers.filter((one) => isSameAddress(one.token, asset)).map(({ amount }) => amount)
}

/** Actions whose words name a token or a receiver that the calldata does not hold. */
const worded: ReadonlySet<string> = new Set(['lido/request_withdrawals', 'accountant/claim_fees'])

/** Breaches of outflow: all that leaves the actor is of a token that the description names. */
function outflowBreaches(
  description: CallDescription,
  executed: ExecutedCall,
  { context, named: knownNames = [], debts = [] }: SentenceWorld,
): readonly SentenceBreach[] {
  if (description.routes.length !== 1 || isWorded(description)) return []
  const actors = [context.vault!, ...context.drones]
  const named = [
    ...knownNames,
    ...debts,
    description.target,
    ...description.arguments.flatMap((argument) => [...accountsIn(argument), ...unitOf(argument)]),
  ]
  return executed.changes.flatMap(({ token, account, amount }) => {
    const isOut = amount < 0n && actors.some((actor) => isSameAddress(actor, account))
    if (!isOut || isSameAddress(token, nativeAsset)) return []
    const text = JSON.stringify(description.arguments.map(({ value }) => String(value)))
    const isNamed =
      named.some((one) => isSameAddress(one, token)) ||
      text.toLowerCase().includes(token.slice(2).toLowerCase())
    return isNamed ? [] : [`${-amount} of ${token} left ${account}, which nothing names`]
  })
}

function isWorded({ routes }: CallDescription): boolean {
  return routes.some((route) => worded.has(route))
}

function unitOf({ unit }: DescribedArgument): readonly Address[] {
  return unit?.token == null ? [] : [unit.token]
}

function accountsIn({ type, value }: DescribedArgument): readonly Address[] {
  return type === 'address' ? [value as Address] : []
}

/** Breaches by recipients: each is the actor, a contract of a protocol, or named and marked. */
function recipientBreaches(
  description: CallDescription,
  executed: ExecutedCall,
  { context, people, rebasing }: SentenceWorld,
): readonly SentenceBreach[] {
  if (isWorded(description)) return []
  const actor = actorOf(description, executed, context)
  const inside = [context.vault!, ...context.drones]
  return executed.changes.flatMap(({ token, account, amount }) => {
    const dust = rebasing.some((one) => isSameAddress(one, token)) ? 2n : 0n
    if (amount <= dust || isSameAddress(account, actor)) return []
    const isPerson = people.some((one) => isSameAddress(one, account))
    const isOurs = inside.some((one) => isSameAddress(one, account))
    if (!isPerson && !isOurs) return []
    const isNamed = description.arguments.some(
      ({ value }) =>
        typeof value === 'string' && value.toLowerCase().includes(account.slice(2).toLowerCase()),
    )
    return isNamed ? [] : [`${account} got ${amount} of ${token}, and no argument names it`]
  })
}

/** A call that is not said to approve leaves no new allowance. */
function allowanceBreaches(
  description: CallDescription,
  executed: ExecutedCall,
  { context }: SentenceWorld,
): readonly SentenceBreach[] {
  const actors = [context.vault!, ...context.drones]
  return executed.allowances.flatMap(({ token, owner, spender, amount }) => {
    if (amount === 0n || !actors.some((actor) => isSameAddress(actor, owner))) return []
    const isApproval = isSameAddress(token, description.target)
    const args = description.arguments
    const isAnnounced =
      args.some((one) => accountsIn(one).some((account) => isSameAddress(account, spender))) &&
      args.some(({ value }) => value === amount)
    // Tokens report what is left of an allowance that a call uses up.
    if (!isApproval || isAnnounced) return []
    return [`${spender} may spend ${amount} of ${token} of ${owner}, which no argument says`]
  })
}
