import { type Address, BaseError } from '@vaultwright/base'
import type { ChainUnit } from '@vaultwright/chain'
import type { Statement } from '@vaultwright/outcome'
import type { SafeCall } from '@vaultwright/safe'
import {
  type ProposalResult,
  parseProposedCalls,
  printStatement,
  proposeBatch,
} from '@vaultwright/safe-service'
import type { Actor } from '@vaultwright/store'
import { RequestInvalidError } from '../request/request-check.ts'
import { swapRulesOf } from '../swap/strategist-swap.ts'
import { auditedService, findSigner, journalOf, signerFor } from './proposer.ts'
import { lookAnew, type SafeLook } from './safe-look.ts'
import {
  judgingVaultOf,
  openSafeChain,
  readSafe,
  type SafePlace,
  servicesOf,
} from './safe-place.ts'
import { inSafeTurn, SafeBusyError } from './safe-turn.ts'
import { keptStatementOf, unitsOfStatement } from './statement-unit.ts'
import { type SignedProposal, type WalletSigner, walletSignerOf } from './wallet-signer.ts'

/** Calls for a Safe, and what is allowed for them. */
export type ProposalDraft = {
  readonly calls: readonly SafeCall[]
  readonly actor: Actor
  readonly isAgain: boolean
  readonly isConditionalAllowed: boolean
  /** True to do everything but sign and send. */
  readonly isDry: boolean
  /** The signature of a wallet; null for the key of the service. */
  readonly signed: SignedProposal | null
}

/** A proposal that came to its end, with what is stated of it. */
export type MadeProposal = {
  readonly result: AcceptedResult
  /** The key of the service that proposes to the Safe; null without one. */
  readonly delegate: Address | null
  /** The queue after it; null for a dry run, and where it cannot be read. */
  readonly look: SafeLook | null
  readonly stating: Stating
}

type AcceptedResult = ProposalResult & {
  readonly outcome: Exclude<ProposalResult['outcome'], 'refused'>
} & {
  readonly [Field in 'safeTxHash' | 'nonce' | 'verdict' | 'transaction']: NonNullable<
    ProposalResult[Field]
  >
}

/** The bounds of a transaction, or why there are none. */
export type Stating =
  | {
      readonly statement: Statement
      /** Of tokens that are not on record. */
      readonly units: readonly ChainUnit[]
      readonly because: null
    }
  | { readonly statement: null; readonly because: string }

/** The service's own words for the queue. Source: at most 200 characters. */
const origin = JSON.stringify({ name: 'Vaultwright', url: '' })
/** Proposers that were under way have posted by then. */
const settleMs = 2_000
/** As a definition that sets no `max_slippage_bps`. */
const usualSlippageBps = 100n

/**
 * Reads the calls of a batch file or of evidence.
 *
 * @throws {RequestInvalidError} unless exactly one is given.
 * @throws {ProposalRefusedError} when it cannot be read, or is of another Safe or chain.
 */
export function callsOf(
  { batch, evidence }: { readonly batch?: unknown; readonly evidence?: unknown },
  { safeRef, chainId }: SafePlace,
): readonly SafeCall[] {
  const document = batch ?? evidence
  if (document === undefined || (batch !== undefined && evidence !== undefined)) {
    const msg = 'Give one of batch and evidence.'
    throw new RequestInvalidError([{ loc: ['body', 'batch'], msg, type: 'value_error' }])
  }
  try {
    return parseProposedCalls(JSON.stringify(document), { safe: safeRef.safe, chainId })
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    throw new ProposalRefusedError(error.shortMessage, { reason: error.code, reasons: [] })
  }
}

/**
 * Proposes calls to a Safe, by the service's key or a wallet's signature, one request at a time, and states what they do.
 *
 * @throws {SafeKeyMissingError} {ProposerUnknownError} {SignatureOutdatedError} {ProposalRefusedError} {ProposedBeforeError} {SafeBusyError}; what reading throws.
 */
export async function proposeOn(place: SafePlace, draft: ProposalDraft): Promise<MadeProposal> {
  const { context } = place
  const { actor, isDry, signed, ...terms } = draft
  const [service, ...furtherServices] = servicesOf(place)
  const { signer, right } = isDry ? noSigner : await proposerOf(place, signed)
  const propose = (prolong: () => Promise<void>) =>
    proposeBatch(
      {
        reader: () => readSafe(place),
        service: auditedService(place, service!, { actor, right, prolong }),
        others: furtherServices,
        journal: journalOf(place),
        signer,
        nowUnix: () => Number(context.now()),
        settle: () => context.safes.wait(settleMs),
      },
      { ...terms, origin, isOwnerKeyAllowed: right === 'owner' },
    )
  const result = isDry ? await propose(async () => {}) : await inSafeTurn(place, propose)
  assertAccepted(result)
  const look = isDry ? null : await lookAnew(place).catch(nullOfFailure)
  const delegate = (await findSigner(place))?.address ?? null
  return { result, delegate, look, stating: await stateOn(place, result, isDry) }
}

const noSigner = { signer: null, right: 'delegate' } as const

async function proposerOf(place: SafePlace, signed: SignedProposal | null): Promise<WalletSigner> {
  if (signed !== null) return walletSignerOf(place, signed)
  return { signer: await signerFor(place), right: 'delegate' }
}

function nullOfFailure(error: unknown): null {
  if (error instanceof BaseError) return null
  throw error
}

/** Gives the statement that is kept of a transaction, else makes one by a simulation, and keeps it. */
async function stateOn(place: SafePlace, result: AcceptedResult, isDry: boolean): Promise<Stating> {
  const { context, tenantId, safeRef } = place
  const { safeQueues } = context.store
  const { safeTxHash: hash } = result
  const stated = await keptStatementOf(place, hash)
  if (stated !== null) return { ...stated, because: null }
  try {
    const statement = await simulated(place, result)
    if (!isDry) {
      const body = printStatement(statement)
      await safeQueues.putStatement(tenantId, safeRef, { hash, body, createdAtUnix: context.now() })
    }
    return { statement, units: await unitsOfStatement(place, statement), because: null }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { statement: null, because: error.shortMessage }
  }
}

async function simulated(
  place: SafePlace,
  { transaction, verdict }: AcceptedResult,
): Promise<Statement> {
  const { context, chainId } = place
  const { vault } = judgingVaultOf(place, verdict)
  const { policy } = await swapRulesOf(context, vault, chainId)
  const slippageBps = policy?.maxSlippageBps ?? usualSlippageBps
  const { account } = await readSafe(place)
  return context.safes.stateProposal(await openSafeChain(place), {
    account,
    transaction,
    slippageBps,
  })
}

function assertAccepted(result: ProposalResult): asserts result is AcceptedResult {
  const { code, message, verdict, safeTxHash } = result
  if (code === 'no_free_nonce') throw new SafeBusyError('had no free nonce')
  if (code === 'signed_other') throw new SignatureOutdatedError(message)
  if (code === 'proposed_before') throw new ProposedBeforeError(message)
  if (safeTxHash !== null && result.outcome !== 'refused') return
  const reasons = (verdict?.reasons ?? []).map(({ weight, code, path, message }) => {
    return { weight, code, path, message }
  })
  throw new ProposalRefusedError(message, { reason: code ?? 'refused', reasons })
}

type RefusalFacts = {
  readonly reason: string
  readonly reasons: readonly { readonly [field: string]: string | null }[]
}

/** The calls may not be proposed, or not by this key. */
class ProposalRefusedError extends BaseError {
  override readonly code = 'safe_proposal_refused'
  override readonly kind = 'not_permitted'

  constructor(message: string, facts: RefusalFacts) {
    super({ message, facts })
  }
}

/** A wallet signed the calls at a nonce that is taken by now, or other calls. */
class SignatureOutdatedError extends BaseError {
  override readonly code = 'safe_signature_outdated'
  override readonly kind = 'conflict'

  constructor(message: string) {
    super({ message })
  }
}

/** The same calls were proposed at a nonce that is used. */
class ProposedBeforeError extends BaseError {
  override readonly code = 'safe_proposed_before'
  override readonly kind = 'conflict'

  constructor(message: string) {
    super({ message })
  }
}
