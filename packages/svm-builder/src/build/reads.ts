import type { SvmAddress } from '@vaultwright/svm'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { digestOfCall, loneCall } from '../permission/call.ts'
import { permissionsOf } from '../permission/permission.ts'
import type { SvmActionRequest } from './build-type.ts'
import { variantsOf } from './candidate.ts'
import { draftReads, draftWith, type SvmActionDraft } from './draft.ts'
import { readSvmRequests, type SvmReadRequest } from './request.ts'
import { digestsOf } from './transaction.ts'

/** The options that decide which accounts a build reads, beside the requests. */
type SvmBuildReadOptions = {
  /** Null if it is not known yet. */
  readonly strategist?: SvmAddress | null
  readonly nonceAccount?: SvmAddress | null
  readonly lookupTables?: readonly SvmAddress[]
}

/**
 * Lists the accounts that a build reads, all at one slot.
 *
 * @throws what `buildSvmTransaction` throws for requests that cannot be read.
 */
export function buildReads(
  definition: SvmDefinition,
  requests: readonly SvmActionRequest[],
  options: SvmBuildReadOptions = {},
): readonly SvmAddress[] {
  const { strategist = null, nonceAccount = null, lookupTables = [] } = options
  const choices = readSvmRequests(definition, requests).map((request) =>
    candidatesOf(definition, request),
  )
  const lone = choices.flat().map(({ call, subAccount, variant }) => {
    const shown = loneCall(definition, call, { subAccount, strategist })
    return digestOfCall(definition, shown, variant.operators).digestAddress
  })
  const rounds = Math.max(...choices.map((drafts) => drafts.length))
  const frame = { definition, strategist: strategist ?? definition.vault, nonceAccount }
  const merged = Array.from({ length: rounds }, (_, round) =>
    digestsOf(
      frame,
      choices.map((drafts) => drafts[Math.min(round, drafts.length - 1)]!),
    ).map(({ digestAddress }) => digestAddress),
  )
  const nonce = nonceAccount === null ? [] : [nonceAccount]
  const furtherReads = choices.flat().flatMap(draftReads)
  return [
    ...new Set([
      definition.vault,
      ...lone,
      ...merged.flat(),
      ...furtherReads,
      ...nonce,
      ...lookupTables,
    ]),
  ]
}

/** Lists the accounts that tell which permissions exist: the state and every digest. */
export function manifestReads(definition: SvmDefinition): readonly SvmAddress[] {
  const digests = permissionsOf(definition).map(({ digestAddress }) => digestAddress)
  return [...new Set([definition.vault, ...digests])]
}

/** Drafts of a request for each sub-account and variant that it may come to. */
function candidatesOf(
  definition: SvmDefinition,
  request: SvmReadRequest,
): readonly SvmActionDraft[] {
  const acting =
    request.subAccount === null
      ? [...new Set(request.permissions.map(({ subAccount }) => subAccount))]
      : [request.subAccount]
  return acting.flatMap((subAccount) => {
    const values = request.valuesFor(subAccount)
    return variantsOf(request, { subAccount, values }).map((variant) =>
      draftWith(definition, { request, subAccount, values, variant }),
    )
  })
}
