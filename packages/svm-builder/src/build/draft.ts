import type { SvmAddress, SvmVaultState } from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { callInputOf, callOf, digestOfCall, loneCall } from '../permission/call.ts'
import {
  accountsIn,
  digestStatusOf,
  SvmAccountsNotReadError,
  type SvmSnapshot,
} from '../permission/snapshot.ts'
import type { SvmCall, SvmValue } from '../template/template.ts'
import { defaultSubAccount, type SvmVariant, variantsOf } from './candidate.ts'
import type { SvmReadRequest } from './request.ts'
import { SvmInvalidParametersError } from './request-error.ts'

/** One action on its way to a transaction. */
export type SvmActionDraft = {
  readonly request: SvmReadRequest
  readonly subAccount: number
  readonly values: Readonly<Record<string, SvmValue>>
  readonly variant: SvmVariant
  /** With the amounts that are given; zero for those that are left out. */
  readonly call: SvmCall
}

/** The context of drafts. */
export type SvmDraftContext = {
  readonly definition: SvmDefinition
  readonly snapshot: SvmSnapshot
  readonly state: SvmVaultState
}

/** Chooses the sub-account, and operators and flags of a digest that exists where one does. */
export function draftOf(
  { definition, snapshot, state }: SvmDraftContext,
  request: SvmReadRequest,
): SvmActionDraft {
  const subAccount = request.subAccount ?? defaultSubAccount(request.permissions, state)
  if (subAccount === null) {
    const choices = [...new Set(request.permissions.map((permission) => permission.subAccount))]
    const msg = `Several sub-accounts may act. Choose from ${choices.join(', ')}.`
    const loc = [...request.loc, 'params', 'sub_account']
    throw new SvmInvalidParametersError([{ loc, msg, type: 'missing' }])
  }
  const values = request.valuesFor(subAccount)
  const drafts = variantsOf(request, { subAccount, values }).map((variant) =>
    draftWith(definition, { request, subAccount, values, variant }),
  )
  const exists = ({ call, variant }: SvmActionDraft) => {
    const lone = loneCall(definition, call, { subAccount, strategist: state.strategist })
    const { digestAddress } = digestOfCall(definition, lone, variant.operators)
    const { operators } = variant
    return digestStatusOf(snapshot, definition, { digestAddress, operators }).kind === 'exists'
  }
  if (drafts.length === 1) return drafts[0]!
  return drafts.find(exists) ?? drafts[0]!
}

/** Makes the call of a draft. */
export function draftWith(
  definition: SvmDefinition,
  parts: Omit<SvmActionDraft, 'call'>,
  amounts: Readonly<Record<string, bigint>> = parts.request.amounts,
): SvmActionDraft {
  const { request, subAccount, values, variant } = parts
  const { flags } = variant
  const call = callOf(definition, {
    template: request.template,
    subAccount,
    values,
    amounts,
    flags,
  })
  return { request, subAccount, values, variant, call }
}

/**
 * Puts what the chain says must run before each call in its place.
 *
 * @throws {SvmAccountsNotReadError} with the accounts that any of the drafts lacks.
 */
export function refreshDrafts(
  { definition, snapshot, state }: SvmDraftContext,
  drafts: readonly SvmActionDraft[],
): readonly SvmActionDraft[] {
  const unread = new Set<SvmAddress>()
  const refreshed = drafts.map((draft, index) => {
    const { request, call } = draft
    const { refreshesOf } = request.template
    if (refreshesOf === undefined) return draft
    const input = callInputOf(definition, { ...draft, amounts: request.amounts })
    const context = {
      accountsAt: (addresses: readonly SvmAddress[]) => accountsIn(snapshot, addresses),
      earlier: drafts.slice(0, index).map((earlier) => earlier.call.innerCall),
      strategist: state.strategist,
    }
    try {
      return { ...draft, call: { ...call, before: refreshesOf(input, context) } }
    } catch (error) {
      if (!(error instanceof SvmAccountsNotReadError)) throw error
      for (const address of error.addresses) unread.add(address)
      return draft
    }
  })
  if (unread.size > 0) throw new SvmAccountsNotReadError([...unread])
  return refreshed
}

/** Addresses of a draft whose accounts a build reads, its digest aside. */
export function draftReads({ values, call }: SvmActionDraft): readonly SvmAddress[] {
  const mints = Object.values(values).flatMap((value) =>
    typeof value === 'object' ? value.mint : [],
  )
  const spent = call.spending === null ? [] : [call.spending.address]
  const { tokenAccounts, reads = [], creates = [] } = call
  return [...mints, ...spent, ...tokenAccounts.map(({ address }) => address), ...reads, ...creates]
}
