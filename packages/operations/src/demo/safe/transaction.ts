import type { Address, Hex } from '@vaultwright/base'
import {
  deletionTypedDataOf,
  parseServiceEntry,
  type SafeAccountState,
  type SignatureReader,
  verifyEntry,
} from '@vaultwright/safe'
import { zeroAddress } from 'viem'
import {
  isChecksummed,
  notFound,
  pageOf,
  type Row,
  refuse,
  type StandInReply,
  signerOf,
} from './request.ts'

/** The chain as a service sees it. */
export type StandInChain = {
  readonly accountOf: (safe: Address) => Promise<SafeAccountState>
  readonly readerOf: (account: SafeAccountState) => SignatureReader
  /** Every execution so far of a Safe. */
  readonly executions: (safe: Address) => Promise<readonly StandInExecution[]>
}

/** An execution as a service lists it. */
export type StandInExecution = {
  readonly safeTxHash: Hex
  readonly isSuccess: boolean
  readonly transactionHash: Hex
  readonly blockNumber: bigint
}

/** The rows of a service, and the chain that it reads. */
export type StandInState = {
  readonly chain: StandInChain
  readonly chainId: number
  /** By `safeTxHash`. */
  readonly transactions: Map<string, Row>
  readonly delegates: Row[]
}

/** Writes a row with what the chain says of it now. */
export async function rowOf({ chain }: StandInState, row: Row): Promise<Row> {
  const safe = row.safe as Address
  const list = await chain.executions(safe)
  const execution = list.find(({ safeTxHash }) => safeTxHash === row.safeTxHash)
  const { threshold } = await chain.accountOf(safe)
  return {
    ...row,
    isExecuted: execution !== undefined,
    isSuccessful: execution?.isSuccess ?? null,
    transactionHash: execution?.transactionHash ?? null,
    blockNumber: execution === undefined ? null : Number(execution.blockNumber),
    confirmationsRequired: threshold,
    dataDecoded: null,
    signatures: null,
  }
}

/** Lists the transactions of a Safe, by the filters of the request. */
export async function listTransactions(
  state: StandInState,
  safe: string,
  url: URL,
): Promise<StandInReply> {
  const query = url.searchParams
  const all = [...state.transactions.values()].filter((row) => row.safe === safe)
  const rows = await Promise.all(all.map((row) => rowOf(state, row)))
  const from = BigInt(query.get('nonce__gte') ?? 0)
  const isTrustedOnly = (query.get('trusted') ?? 'true') === 'true'
  const executed = query.get('executed')
  const listed = rows.filter(
    (row) =>
      nonceOf(row) >= from &&
      (!isTrustedOnly || row.trusted === true) &&
      (executed === null || String(row.isExecuted) === executed),
  )
  const sign = query.get('ordering') === 'nonce' ? 1 : -1
  listed.sort((first, second) => sign * Number(nonceOf(first) - nonceOf(second)))
  const countUniqueNonce = new Set(listed.map(({ nonce }) => nonce)).size
  return { status: 200, body: { ...pageOf(listed, url), countUniqueNonce } }
}

/** Takes a proposal of an owner or a delegate; without a signature it is kept, and not trusted. */
export async function propose(
  state: StandInState,
  safe: Address,
  body: Row,
): Promise<StandInReply> {
  const { chain, transactions, delegates } = state
  const account = await chain.accountOf(safe)
  const errors = fieldErrorsOf(body)
  if (Object.keys(errors).length > 0) return { status: 422, body: errors }
  const { sender, signature, origin, contractTransactionHash: statedHash } = body
  const { contractTransactionHash: _, safeAddress: __, senderSignature: ___, ...fields } = body
  const row: Row = { ...fields, safe, data: body.data ?? null, safeTxHash: statedHash }
  const isOf = (delegate: Row) => delegate.delegate === sender && delegate.safe === safe
  const delegate = delegates.find(isOf)
  const owners = delegate === undefined ? account.owners : [...account.owners, sender as Address]
  const confirmations = signature == null ? [] : [{ owner: sender, signature }]
  const entry = parseServiceEntry({ ...row, confirmations })
  const verified = await verifyEntry(entry, { ...account, owners }, chain.readerOf(account))
  const { hash } = verified
  if (hash !== statedHash) {
    const text = `Contract-transaction-hash=${hash} does not match provided contract-tx-hash=${statedHash}`
    return refuse(422, text)
  }
  if (entry.transaction.nonce < account.nonce) {
    return refuse(422, `Tx with nonce=${body.nonce} for safe=${safe} already executed`)
  }
  const isOwner = account.owners.some((owner) => owner === sender)
  if (!isOwner && delegate === undefined)
    return refuse(422, `Sender=${sender} is not an owner or delegate`)
  const isSigned = signature != null
  if (isSigned && verified.signatures.length === 0)
    return refuse(422, `Signature does not match sender=${sender}`)
  const before = transactions.get(hash)
  const earlier = (before?.confirmations ?? []) as Row[]
  const isNew = isOwner && isSigned && !earlier.some(({ owner }) => owner === sender)
  const now = new Date().toISOString()
  const { signature: ____, sender: _____, ...stored } = row
  transactions.set(hash, {
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    ...stored,
    data: row.data === '0x' ? null : row.data,
    operation: Number(row.operation),
    nonce: String(row.nonce),
    submissionDate: now,
    modified: now,
    executionDate: null,
    executor: null,
    origin: origin ?? '{}',
    proposer: isOwner ? sender : delegate?.delegator,
    proposedByDelegate: isOwner ? null : sender,
    trusted: isSigned || before?.trusted === true,
    confirmations: isNew ? [...earlier, confirmationOf(sender, signature, 'EOA')] : earlier,
  })
  return { status: 201 }
}

/** Takes an owner's signature for a transaction that is there. */
export async function confirm(
  { chain, transactions }: StandInState,
  hash: string,
  { signature }: Row,
): Promise<StandInReply> {
  const row = transactions.get(hash)
  if (row === undefined) return notFound
  const account = await chain.accountOf(row.safe as Address)
  for (const owner of account.owners) {
    const entry = parseServiceEntry({ ...row, confirmations: [{ owner, signature }] })
    const { signatures } = await verifyEntry(entry, account, chain.readerOf(account))
    const [signed] = signatures
    if (signed === undefined) continue
    const list = row.confirmations as Row[]
    const kind = signatureTypes[signed.signature.kind]
    if (!list.some((each) => each.owner === owner))
      list.push(confirmationOf(owner, signature, kind))
    row.trusted = true
    return { status: 201, body: { signature } }
  }
  return { status: 400, body: { signature: [`Signature=${signature} is not of an owner`] } }
}

/** Takes a transaction back for who proposed it. */
export async function withdraw(
  { transactions, chainId }: StandInState,
  hash: string,
  { signature }: Row,
): Promise<StandInReply> {
  const row = transactions.get(hash)
  if (row === undefined) return notFound
  const terms = { safe: row.safe as Address, hash: hash as Hex, chainId }
  const make = (atUnix: number) => deletionTypedDataOf({ ...terms, atUnix })
  const signer = await signerOf(make, signature as Hex, [row.proposer, row.proposedByDelegate])
  if (signer === null) return refuse(400, 'Provided signer is not the proposer')
  transactions.delete(hash)
  return { status: 204 }
}

const signatureTypes = {
  typed_data: 'EOA',
  eth_sign: 'ETH_SIGN',
  approved_hash: 'APPROVED_HASH',
  contract: 'CONTRACT_SIGNATURE',
  passkey: 'SECP256R1',
}

function confirmationOf(owner: unknown, signature: unknown, signatureType: string): Row {
  const submissionDate = new Date().toISOString()
  return { owner, signature, signatureType, submissionDate, transactionHash: null }
}

function fieldErrorsOf(body: Row): Row {
  const errors: Row = {}
  for (const field of ['to', 'sender']) {
    if (!isChecksummed(body[field])) errors[field] = [`Address ${body[field]} is not checksumed`]
  }
  for (const field of ['value', 'safeTxGas', 'baseGas', 'gasPrice', 'nonce']) {
    if (!/^\d{1,78}$/.test(String(body[field] ?? '')))
      errors[field] = ['A valid integer is required.']
  }
  if (String(body.origin ?? '').length > 200)
    errors.origin = ['Ensure this field has no more than 200 characters.']
  return errors
}

function nonceOf({ nonce }: Row): bigint {
  return BigInt(nonce as string)
}
