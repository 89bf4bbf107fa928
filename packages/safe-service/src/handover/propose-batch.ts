import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { intentHashOf, judgeQueueEntry, type QueueVerdict } from '@vaultwright/packet'
import {
  buildSafeTransaction,
  deletionTypedDataOf,
  isProposed,
  parseOwnerSignature,
  parseServiceEntry,
  printServiceEntry,
  recoverOwner,
  type SafeTransaction,
  safeTransactionHashOf,
  safeTypedDataOf,
  usualMultiSendOf,
} from '@vaultwright/safe'
import { ServiceRefusedError } from '../exchange.ts'
import { type JudgedEntry, type JudgedQueue, judgeQueue } from './judge-queue.ts'
import type {
  ProposalContext,
  ProposalRecord,
  ProposalRequest,
  ProposalResult,
} from './proposal.ts'
import type { SafeAtBlock } from './safe-reader.ts'

const maxAttempts = 8

/**
 * Proposes calls to a Safe: judges the queue, finds the same content there, takes the first free nonce, signs, looks
 * again, posts, reads back, and gives way where another entry took the nonce.
 *
 * @throws errors as `judgeQueue`, and what the signer throws.
 */
export async function proposeBatch(
  context: ProposalContext,
  request: ProposalRequest,
): Promise<ProposalResult> {
  let hasPosted = false
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const state = await look(context)
    const draft = draftOf(state, request, null)
    const settled = findSettled(state.queue, draft.intentHash)
    if (settled !== null) return settledResult(settled, hasPosted)
    const refusal = await refusalOf(context, request, { state, draft, hasPosted })
    if (refusal !== null) return refusal
    const end = await attemptAt(context, request, state)
    hasPosted ||= end.hasPosted
    if (end.result !== null) return end.result
  }
  const message = `No nonce was free after ${maxAttempts} attempts. Try again.`
  return { ...noResult, outcome: 'conflict', code: 'no_free_nonce', message }
}

type Look = { readonly safe: SafeAtBlock; readonly queue: JudgedQueue }

async function look({ reader, service, others: further = [] }: ProposalContext): Promise<Look> {
  const safe = await reader()
  return { safe, queue: await judgeQueue(safe, [service, ...further]) }
}

type Draft = {
  readonly transaction: SafeTransaction
  readonly hash: Hex
  readonly intentHash: Hex
  readonly verdict: QueueVerdict
}

const noResult = {
  code: null,
  safeTxHash: null,
  nonce: null,
  transaction: null,
  verdict: null,
} as const

/** Makes the transaction at the first free nonce, and judges it. */
function draftOf({ safe, queue }: Look, { calls }: ProposalRequest, sender: Address | null): Draft {
  const { account, evidence } = safe
  const multiSend = usualMultiSendOf(account.version).address
  const transaction = buildSafeTransaction(calls, { multiSend, nonce: queue.nextNonce })
  const hash = safeTransactionHashOf(transaction, account)
  const parsed = parseServiceEntry(printServiceEntry(transaction, { safe: account.safe, hash }))
  // The entry as it will be: put there by a key that the service knows.
  const entry = { ...parsed, isTrusted: true, proposedByDelegate: sender ?? account.safe }
  const verified = { entry, hash, signatures: [], refusals: [], isExecutable: null }
  const verdict = judgeQueueEntry(verified, account, evidence)
  return { transaction, hash, intentHash: intentHashOf(entry.call, account), verdict }
}

/** Finds an entry with the same content that can run, and that no other at its nonce pushes aside. */
function findSettled(queue: JudgedQueue, intentHash: Hex): JudgedEntry | null {
  const pending = queue.entries.filter(
    ({ verified, state, verdict }) =>
      verdict.intentHash === intentHash &&
      state !== 'dead' &&
      state !== 'unverifiable' &&
      isProposed(verified),
  )
  return pending.find((entry) => !isLoser(entry, queue)) ?? null
}

/** Of entries at one nonce that with more owners' signatures stays, then that with the lower hash. */
function isLoser(entry: JudgedEntry, { entries }: JudgedQueue): boolean {
  const { verified } = entry
  return entries.some(({ verified: rival }) => {
    const isRival =
      rival.hash !== verified.hash &&
      rival.entry.transaction.nonce === verified.entry.transaction.nonce &&
      isProposed(rival)
    if (!isRival) return false
    const [mine, theirs] = [verified.signatures.length, rival.signatures.length]
    return theirs > mine || (theirs === mine && BigInt(rival.hash) < BigInt(verified.hash))
  })
}

function settledResult({ verified, verdict }: JudgedEntry, hasPosted: boolean): ProposalResult {
  const { transaction } = verified.entry
  const { nonce } = transaction
  const outcome = hasPosted ? 'proposed' : 'already_proposed'
  const message = hasPosted
    ? `Proposed at nonce ${nonce}.`
    : `The same calls wait already at nonce ${nonce}.`
  return { outcome, code: null, message, safeTxHash: verified.hash, nonce, transaction, verdict }
}

type Proposal = { readonly state: Look; readonly draft: Draft; readonly hasPosted: boolean }

/** Everything that speaks against a proposal before a key is asked. */
async function refusalOf(
  { signer, journal }: ProposalContext,
  request: ProposalRequest,
  { state, draft, hasPosted }: Proposal,
): Promise<ProposalResult | null> {
  const { account, hashOf } = state.safe
  const { verdict, intentHash, transaction, hash } = draft
  const refuse = (code: ProposalResult['code'], message: string): ProposalResult => {
    return { ...noResult, outcome: 'refused', code, message, verdict }
  }
  const isOwner =
    signer !== null && account.owners.some((owner) => isSameAddress(owner, signer.address))
  if (isOwner && !request.isOwnerKeyAllowed) {
    const message = `${signer.address} is an owner: its signature would confirm, too. Give a delegate's key.`
    return refuse('owner_key', message)
  }
  const earlier = (await journal.read()).findLast(
    (record) => record.event === 'posted' && record.intentHash === intentHash,
  )
  const isUsed = earlier !== undefined && BigInt(earlier.nonce) < account.nonce
  if (isUsed && !request.isAgain && !hasPosted) {
    const message = `The same calls were proposed at nonce ${earlier.nonce}, which is used. Say that you mean them once more.`
    return refuse('proposed_before', message)
  }
  const { answer } = verdict
  const isEnough = answer === 'yes' || (answer === 'conditional' && request.isConditionalAllowed)
  if (!isEnough) {
    const message = `The answer to these calls is ${answerTexts[answer]}: nothing is proposed.`
    return refuse('verdict', message)
  }
  const hashOnChain = await hashOf(transaction)
  if (hashOnChain?.toLowerCase() === hash) return null
  const message = `The Safe computes the hash ${hashOnChain ?? 'of no transaction'}, not ${hash}: nothing is proposed.`
  return refuse('hash_differs', message)
}

const answerTexts = {
  yes: 'Yes',
  conditional: 'Yes with conditions',
  no: 'No',
  incomplete: 'Incomplete',
} as const

type AttemptEnd = { readonly result: ProposalResult | null; readonly hasPosted: boolean }

/** Signs and posts at one nonce. @returns no result where another nonce is to be tried. */
async function attemptAt(
  context: ProposalContext,
  request: ProposalRequest,
  state: Look,
): Promise<AttemptEnd> {
  const { signer, journal, service } = context
  const { account } = state.safe
  const { transaction, hash, intentHash, verdict } = draftOf(
    state,
    request,
    signer?.address ?? null,
  )
  const { nonce } = transaction
  const done = (result: ProposalResult): AttemptEnd => ({ result, hasPosted: true })
  const common = { code: null, safeTxHash: hash, nonce, transaction, verdict }
  if (signer === null) {
    const message = `It would be proposed at nonce ${nonce}.`
    return { result: { ...common, outcome: 'would_propose', message }, hasPosted: false }
  }
  if (signer.signedHash !== undefined && signer.signedHash !== hash) {
    const message = `The signature is of ${signer.signedHash}, and these calls have the hash ${hash} at nonce ${nonce}, the first that is free. Sign that one.`
    return {
      result: { ...common, outcome: 'refused', code: 'signed_other', message },
      hasPosted: false,
    }
  }
  const record = (event: ProposalRecord['event']) =>
    journal.write({ event, intentHash, safeTxHash: hash, nonce: String(nonce) })
  const signature = await signer.sign(safeTypedDataOf(transaction, account))
  const recovered = await recoverOwner(parseOwnerSignature(signature), hash)
  if (recovered === null || !isSameAddress(recovered, signer.address)) {
    const message = `The signature is not of ${signer.address}. Nothing was posted.`
    const result: ProposalResult = {
      ...common,
      outcome: 'refused',
      code: 'signer_of_other',
      message,
    }
    return { result, hasPosted: false }
  }
  // A signer may take minutes: the nonce may be taken by now.
  const latest = await look(context)
  if (latest.queue.nextNonce !== nonce) {
    await record('nonce_taken')
    return { result: null, hasPosted: false }
  }
  await record('signed')
  const { safe } = account
  const { origin } = request
  try {
    await service.propose({ safe, transaction, hash, sender: signer.address, signature, origin })
  } catch (error) {
    // The nonce may have been used between looking and posting.
    const isUsed = error instanceof ServiceRefusedError && (await isNonceUsed(context, nonce))
    if (isUsed) return { result: null, hasPosted: false }
    throw error
  }
  await record('posted')
  await context.settle()
  const after = await look(context)
  const entry = after.queue.entries.find(({ verified }) => verified.hash === hash)
  if (entry === undefined) {
    await record('not_listed')
    const message = `The ${service.name} took the proposal and does not list it. Look into the queue before you try again.`
    return done({ ...common, outcome: 'not_listed', message })
  }
  if (!isLoser(entry, after.queue)) return done(settledResult(entry, true))
  if (entry.verified.signatures.some(({ owner }) => !isSameAddress(owner, signer.address))) {
    const message = `Owners signed this proposal, and another entry has the nonce ${nonce}, too. Decide which one runs.`
    return done({ ...common, outcome: 'conflict', code: 'conflict_signed', message })
  }
  if (signer.signedHash !== undefined) {
    const message = `Another entry has the nonce ${nonce}, too, and only ${signer.address} can take this one back. Decide which one runs.`
    return done({ ...common, outcome: 'conflict', code: 'conflict_kept', message })
  }
  const terms = { safe, hash, chainId: account.chainId, atUnix: context.nowUnix() }
  await service.withdraw(safe, hash, await signer.sign(deletionTypedDataOf(terms)))
  await record('withdrawn')
  return { result: null, hasPosted: true }
}

async function isNonceUsed({ reader }: ProposalContext, nonce: bigint): Promise<boolean> {
  const { account } = await reader()
  return account.nonce > nonce
}
