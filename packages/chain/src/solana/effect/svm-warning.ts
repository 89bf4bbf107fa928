import { type Facts, printUnits } from '@vaultwright/base'
import { type SvmAddress, systemProgram } from '@vaultwright/svm'
import type { SvmEffectContext } from './effect-context.ts'
import type { SvmTransfer } from './svm-transfer.ts'
import type { WatchedAccount } from './watched-account.ts'

/** Something about a simulation that a person should know. */
export type SvmEffectWarning = {
  readonly code:
    | 'account_owner_changed'
    | 'balances_of_two_slots'
    | 'close_authority_changed'
    | 'delegate_changed'
    | 'rent_included'
    | 'strategist_paid'
    | 'sub_account_below_rent'
    | 'unknown_program'
    | 'unnamed_outflow'
  /** One sentence for a person. */
  readonly message: string
  readonly facts: Facts
}

/** The measured effect of a simulation that succeeded. */
export type MeasuredEffect = {
  readonly watched: readonly WatchedAccount[]
  readonly transfers: readonly SvmTransfer[]
  readonly context: SvmEffectContext
  /** Lamports; null when it is not known. */
  readonly fee: bigint | null
  readonly innerPrograms: readonly SvmAddress[]
  /** When the accounts were read, and when the transaction ran. */
  readonly slots: readonly [before: bigint, after: bigint]
}

/** The minimum balance of an account without data, since the cluster began. */
const defaultRentLamports = 890_880n

/** Lists what a person should know of a simulation, in the order of its importance. */
export function effectWarningsOf(effect: MeasuredEffect): readonly SvmEffectWarning[] {
  const rent = rentMovedOf(effect)
  return [
    ...effect.watched.flatMap((account) => accountWarningsOf(account, effect.context)),
    ...outflowWarningsOf(effect, rent),
    ...strategistWarningsOf(effect),
    ...programWarningsOf(effect),
    ...rentWarningsOf(rent),
    ...slotWarningsOf(effect),
  ]
}

function accountWarningsOf(
  account: WatchedAccount,
  context: SvmEffectContext,
): readonly SvmEffectWarning[] {
  const { subAccounts, rentLamports = defaultRentLamports } = context
  const { address, before, after, lamportsAfter, tokenBefore, tokenAfter } = account
  const warnings: SvmEffectWarning[] = []
  const add = (code: SvmEffectWarning['code'], message: string, facts: Facts) =>
    warnings.push({ code, message, facts: { account: address, ...facts } })
  if (subAccounts.includes(address)) {
    const program = after?.owner ?? systemProgram
    if (program !== (before?.owner ?? systemProgram)) {
      const message = `The vault's sub-account ${address} would belong to the program ${program}.`
      add('account_owner_changed', message, { owner: program })
    }
    if (lamportsAfter > 0n && lamportsAfter < rentLamports) {
      const message = `The vault's sub-account ${address} would hold ${printSol(lamportsAfter)}, less than the rent of ${printSol(rentLamports)}.`
      add('sub_account_below_rent', message, { lamports: String(lamportsAfter) })
    }
  }
  const isVaults = (owner: SvmAddress | undefined) =>
    owner !== undefined && subAccounts.includes(owner)
  if (tokenAfter === null || !(isVaults(tokenBefore?.owner) || isVaults(tokenAfter.owner))) {
    return warnings
  }
  const { owner, delegate, delegatedAmount, closeAuthority } = tokenAfter
  if (tokenBefore !== null && owner !== tokenBefore.owner) {
    const message = `The token account ${address} would belong to ${owner} instead of ${tokenBefore.owner}.`
    add('account_owner_changed', message, { owner, before: tokenBefore.owner })
  }
  const isDelegated =
    delegate !== (tokenBefore?.delegate ?? null) ||
    delegatedAmount > (tokenBefore?.delegatedAmount ?? 0n)
  if (delegate !== null && isDelegated) {
    const message = `${delegate} could move ${delegatedAmount} base units out of the vault's token account ${address}.`
    add('delegate_changed', message, { delegate, amount: String(delegatedAmount) })
  }
  if (closeAuthority !== null && closeAuthority !== (tokenBefore?.closeAuthority ?? null)) {
    const message = `${closeAuthority} could close the vault's token account ${address}.`
    add('close_authority_changed', message, { closeAuthority })
  }
  return warnings
}

function outflowWarningsOf(
  { transfers, watched, context }: MeasuredEffect,
  rent: bigint,
): readonly SvmEffectWarning[] {
  const meant = watched.reduce(
    (sum, account) => (isCreated(account, context) ? sum + account.lamportsAfter : sum),
    0n,
  )
  return transfers
    .filter(({ tokenAddress, rawAmount, direction }) => {
      if (direction === 'in' || context.tokens.includes(tokenAddress)) return false
      return tokenAddress !== systemProgram || rawAmount > rent + meant
    })
    .map(({ token, tokenAddress, amount, rawAmount }) => ({
      code: 'unnamed_outflow',
      message: `The vault would lose ${amount ?? `${rawAmount} base units of`} ${token}, which the actions do not name.`,
      facts: { token: tokenAddress, rawAmount: String(rawAmount) },
    }))
}

function strategistWarningsOf({
  watched,
  context,
  fee,
}: MeasuredEffect): readonly SvmEffectWarning[] {
  const account = watched.find(({ address }) => address === context.strategist)
  if (account === undefined || fee === null) return []
  const paid = account.lamportsBefore - account.lamportsAfter - fee
  if (paid <= 0n) return []
  return [
    {
      code: 'strategist_paid',
      message: `The strategist ${context.strategist} would pay ${printSol(paid)} besides the fee of ${printSol(fee)}.`,
      facts: { strategist: context.strategist, lamports: String(paid), fee: String(fee) },
    },
  ]
}

function programWarningsOf({
  innerPrograms,
  context,
}: MeasuredEffect): readonly SvmEffectWarning[] {
  return innerPrograms
    .filter((program) => !context.programs.includes(program))
    .map((program) => ({
      code: 'unknown_program',
      message: `The transaction would call the program ${program}, which no action names.`,
      facts: { program },
    }))
}

/** The rent that the vault's new token accounts take along, less the rent of those that vanish · lamports. */
function rentMovedOf({ watched, context }: MeasuredEffect): bigint {
  const isVaults = (owner: SvmAddress) => context.subAccounts.includes(owner)
  return watched.reduce((sum, account) => {
    const { before, after, tokenBefore, tokenAfter } = account
    if (isCreated(account, context)) return sum
    if (before === null && tokenAfter !== null && isVaults(tokenAfter.owner)) {
      return sum + rentOf(after!.lamports, tokenAfter)
    }
    if (after === null && tokenBefore !== null && isVaults(tokenBefore.owner)) {
      return sum - rentOf(before!.lamports, tokenBefore)
    }
    return sum
  }, 0n)
}

/** An account that appears, as an action means it to. */
function isCreated(
  { address, before }: WatchedAccount,
  { created = [] }: SvmEffectContext,
): boolean {
  return before === null && created.includes(address)
}

/** The lamports of wrapped SOL are its balance and its rent. */
function rentOf(
  lamports: bigint,
  { isNative, amount }: { readonly isNative: boolean; readonly amount: bigint },
): bigint {
  return isNative ? lamports - amount : lamports
}

function rentWarningsOf(rent: bigint): readonly SvmEffectWarning[] {
  if (rent === 0n) return []
  const moved = rent < 0n ? -rent : rent
  const message =
    rent < 0n
      ? `${printSol(moved)} of rent come back from token accounts of the vault that are closed.`
      : `${printSol(moved)} are the rent of token accounts of the vault that are created.`
  return [{ code: 'rent_included', message, facts: { lamports: String(rent) } }]
}

function slotWarningsOf({ slots: [before, after] }: MeasuredEffect): readonly SvmEffectWarning[] {
  if (before === after) return []
  return [
    {
      code: 'balances_of_two_slots',
      message: `The balances before are of slot ${before}, the simulation is of slot ${after}: what others did between them is counted, too.`,
      facts: { before: String(before), after: String(after) },
    },
  ]
}

function printSol(lamports: bigint): string {
  return `${printUnits(lamports, 9)} SOL`
}
