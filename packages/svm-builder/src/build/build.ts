import { BaseError, type Finding } from '@vaultwright/base'
import {
  decodeLookupTable,
  decodeNonce,
  type LookupTable,
  type Message,
  mergedFlags,
  type SvmAddress,
  vaultAddresses,
} from '@vaultwright/svm'
import { missingBoundOf } from '../catalogue/catalogue.ts'
import type { SvmDefinition } from '../definition/definition-type.ts'
import { freeParts, shownCall } from '../permission/call.ts'
import { accountIn, type SvmSnapshot } from '../permission/snapshot.ts'
import { openBalances } from './balance.ts'
import type { SvmActionRequest, SvmBuildOptions, SvmBuilt, SvmBuiltAction } from './build-type.ts'
import { assertDigest } from './digest-check.ts'
import { draftOf, refreshDrafts, type SvmActionDraft } from './draft.ts'
import { costOf } from './priority-fee.ts'
import { readSvmRequests } from './request.ts'
import { batchSentence, sentenceOf } from './sentence.ts'
import { assertVault } from './state.ts'
import { checkTokens } from './token-check.ts'
import {
  digestsOf,
  encodeMessage,
  instructionsOf,
  messageOf,
  type SvmActionDigest,
  usedTables,
} from './transaction.ts'

/** The inputs of a transaction, beside the requests. */
type SvmBuildContext = {
  readonly definition: SvmDefinition
  readonly snapshot: SvmSnapshot
}

/**
 * Builds one unsigned transaction for actions that run together or not at all.
 *
 * @param context - the vault, and the accounts of `buildReads` at one slot.
 * @param requests - at least one; amounts in display units.
 * @returns the transaction, whose digests are those that the runtime will compute.
 * @throws {SvmInvalidParametersError} {SvmUnknownRouteError} {SvmRouteNotPermittedError} for the requests.
 * @throws {VaultPausedError} {SvmUnknownStrategistError} {DigestMissingError} {DigestOperatorsDifferError}
 * {InsufficientBalanceError} {TokenAccountMissingError} {MintExtensionRefusedError} {KaminoAccountMissingError}
 * {KaminoReserveDiffersError} {KaminoPositionRefusedError} for what the accounts say.
 * @throws {SvmTransactionTooLargeError} {TooManyAccountsError} for the size.
 * @throws {SvmAccountsNotReadError} when the snapshot lacks accounts: read them too and build again.
 */
export function buildSvmTransaction(
  { definition, snapshot }: SvmBuildContext,
  requests: readonly SvmActionRequest[],
  options: SvmBuildOptions,
): SvmBuilt {
  const parsed = readSvmRequests(definition, requests)
  const state = assertVault(definition, snapshot, options.strategist ?? null)
  const { strategist } = state
  const balances = openBalances(definition, snapshot)
  const context = { definition, snapshot, state }
  const filled = parsed.map((request) => balances.fill(draftOf(context, request)))
  const drafts = refreshDrafts(context, filled)
  const { lifetime } = options
  const nonceAccount = lifetime.kind === 'nonce' ? lifetime.nonceAccount : null
  const frame = { definition, strategist, nonceAccount }
  const digests = digestsOf(frame, drafts)
  for (const [index, draft] of drafts.entries()) {
    assertDigest(context, draft, digests[index]!)
  }
  const findings = drafts.map((draft, index) =>
    checkTokens({ snapshot, strategist, earlier: drafts.slice(0, index) }, draft),
  )
  balances.assertAll()
  const tables = tablesIn(snapshot, options)
  const units = drafts.reduce((sum, { request }) => sum + request.template.computeUnits, 0)
  const cost = costOf(definition, options, options.computeUnitLimit ?? units)
  const digestAddresses = digests.map(({ digestAddress }) => digestAddress)
  const message = messageOf(
    {
      feePayer: strategist,
      lifetime:
        lifetime.kind === 'nonce'
          ? nonceIn(snapshot, lifetime.nonceAccount, strategist)
          : lifetime.blockhash,
      instructions: instructionsOf(frame, drafts, digestAddresses),
      lookupTables: tables.lookupTables,
    },
    cost,
  )
  assertSigners(message)
  const { base64, size } = encodeMessage(message, cost)
  const actions = drafts.map((draft, index) =>
    actionOf(definition, draft, {
      digest: digests[index]!,
      warnings: [
        ...findings[index]!,
        ...signatureWarnings(draft, strategist),
        ...boundWarnings(draft),
      ],
    }),
  )
  const flagsOf = mergedFlags(message)
  return {
    base64,
    size,
    version: message.version,
    program: definition.program,
    feePayer: strategist,
    message,
    slot: snapshot.slot,
    lifetime: message.lifetime,
    lastValidBlockHeight: lifetime.kind === 'nonce' ? null : lifetime.lastValidBlockHeight,
    nonceAccount,
    computeUnitLimit: cost.computeBudget ? cost.computeUnitLimit : null,
    computeUnitPrice: cost.computeUnitPrice,
    priorityFee: cost.computeBudget ? cost.priorityFee : null,
    hasFixedFee: options.priorityFeeLamports !== null,
    unitPriceCap: definition.priorityFee?.cap ?? null,
    lookupTables: usedTables(message),
    instructions: message.instructions.map((instruction) => shownCall(instruction, flagsOf)),
    description: actions.length === 1 ? actions[0]!.description : batchSentence,
    actions,
    watched: watchedOf(definition, drafts),
    created: createdBy(drafts),
    templatePrograms: [...new Set(drafts.flatMap(({ request }) => request.template.programs))],
    warnings: [...actions.flatMap(({ warnings }) => warnings), ...tables.warnings],
  }
}

function actionOf(
  definition: SvmDefinition,
  draft: SvmActionDraft,
  { digest, warnings }: { digest: SvmActionDigest; warnings: readonly Finding[] },
): SvmBuiltAction {
  const { vaultId } = definition
  const description = sentenceOf(definition, draft)
  const { request, subAccount, variant } = draft
  const { route, name, protocol } = request.template
  const { operators } = variant
  const { digestHex, digestAddress, shown } = digest
  const free = freeParts(request.template, operators)
  const call = { ...shown, digestHex, digestAddress, operators, free }
  return { route, name, protocol, description, vaultId, subAccount, calls: [call], warnings }
}

/** The strategist's signature is the fee payer's: the called program sees it, whatever the call is for. */
function signatureWarnings(
  { call, request }: SvmActionDraft,
  strategist: SvmAddress,
): readonly Finding[] {
  const index = call.innerCall.accounts.findIndex(({ address }) => address === strategist)
  if (index < 0) return []
  const { route } = request.template
  return [
    {
      code: 'strategist_signs',
      severity: 'warning',
      leaf: null,
      message: `The strategist is account ${index} of ${route}, so its signature reaches the called program.`,
      facts: { account: strategist, index },
    },
  ]
}

function boundWarnings({ request }: SvmActionDraft): readonly Finding[] {
  const { route } = request.template
  const missing = missingBoundOf(route)
  if (missing === null) return []
  const { message, bounded } = missing
  return [{ code: 'no_bound', severity: 'warning', leaf: null, message, facts: { route, bounded } }]
}

/** The strategist alone signs. */
function assertSigners({ feePayer, instructions }: Message): void {
  const accounts = instructions.flatMap((instruction) => instruction.accounts)
  const foreign = accounts.find(({ address, isSigner }) => isSigner && address !== feePayer)
  if (foreign !== undefined) throw new ForeignSignerError(foreign.address)
}

/** Sub-accounts that act, the token accounts of theirs that the calls name, and what the calls create. */
function watchedOf(
  { program, vaultId }: SvmDefinition,
  drafts: readonly SvmActionDraft[],
): readonly SvmAddress[] {
  const addresses = vaultAddresses(program)
  const acting = drafts.map(({ subAccount }) => addresses.subAccount(vaultId, subAccount))
  const held = drafts.flatMap(({ call }, index) =>
    call.tokenAccounts.flatMap(({ address, owner }) => (owner === acting[index] ? [address] : [])),
  )
  return [...new Set([...acting, ...held, ...createdBy(drafts)])]
}

function createdBy(drafts: readonly SvmActionDraft[]): readonly SvmAddress[] {
  return [...new Set(drafts.flatMap(({ call }) => call.creates ?? []))]
}

type Tables = {
  readonly lookupTables: readonly LookupTable[]
  readonly warnings: readonly Finding[]
}

/** Tables that version 0 may use at this slot. */
function tablesIn(snapshot: SvmSnapshot, { version, lookupTables }: SvmBuildOptions): Tables {
  if (version === 1) return { lookupTables: [], warnings: [] }
  const usable: LookupTable[] = []
  const warnings: Finding[] = []
  for (const address of lookupTables) {
    const account = accountIn(snapshot, address)
    if (account === null) throw new LookupTableMissingError(address)
    const { addresses, deactivationSlot, lastExtendedSlot } = decodeLookupTable(account)
    const isNew = lastExtendedSlot >= snapshot.slot
    if (deactivationSlot === null && !isNew) {
      usable.push({ address, addresses })
      continue
    }
    const reason = isNew ? 'was extended in this slot' : 'is switched off'
    warnings.push({
      code: 'lookup_table_unused',
      severity: 'warning',
      leaf: null,
      message: `The lookup table ${address} ${reason}, so it is not used.`,
      facts: { address },
    })
  }
  return { lookupTables: usable, warnings }
}

function nonceIn(snapshot: SvmSnapshot, address: SvmAddress, strategist: SvmAddress): string {
  const account = accountIn(snapshot, address)
  if (account === null) throw new NonceAccountRefusedError(address, 'does not exist')
  const { nonce, authority } = decodeNonce(account)
  if (authority === strategist) return nonce
  throw new NonceAccountRefusedError(
    address,
    `is advanced by ${authority} and not by the strategist`,
  )
}

/** A lookup table does not exist. */
class LookupTableMissingError extends BaseError {
  override readonly code = 'lookup_table_missing'
  override readonly kind = 'invalid_input'

  constructor(address: SvmAddress) {
    super({
      message: `The lookup table ${address} does not exist. Check the definition or the request's options.`,
      facts: { address },
    })
  }
}

/** A nonce account cannot give the transaction its lifetime. */
class NonceAccountRefusedError extends BaseError {
  override readonly code = 'nonce_account_refused'
  override readonly kind = 'invalid_input'

  constructor(address: SvmAddress, reason: string) {
    super({
      message: `The nonce account ${address} ${reason}. Give one whose authority is the strategist.`,
      facts: { address, reason },
    })
  }
}

/** A call needs the signature of an account that is neither the strategist nor the sub-account. */
class ForeignSignerError extends BaseError {
  override readonly code = 'foreign_signer'
  override readonly kind = 'unsupported'

  constructor(address: SvmAddress) {
    super({
      message: `The call needs the signature of ${address}, and the strategist alone signs. Correct the flags of the entry.`,
      facts: { address },
    })
  }
}
