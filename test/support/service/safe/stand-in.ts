import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address, Hex } from '@vaultwright/base'
import {
  delegateTypedDataOf,
  deletionTypedDataOf,
  parseServiceEntry,
  type SafeAccountState,
  type SignatureReader,
  verifyEntry,
} from '@vaultwright/safe'
import { getAddress, isAddress } from 'viem'
import { pageOf, type Row, signerOf } from './stand-in-request.ts'

/** The chain as a service sees it. */
export type StandInChain = {
  readonly accountOf: (safe: Address) => Promise<SafeAccountState>
  readonly readerOf: (account: SafeAccountState) => SignatureReader
  /** Every execution so far. */
  readonly executions: () => Promise<readonly StandInExecution[]>
}

export type StandInExecution = {
  readonly safeTxHash: Hex
  readonly isSuccess: boolean
  readonly transactionHash: Hex
  readonly blockNumber: bigint
}

export type StandInRequest = { readonly method: string; readonly url: URL; readonly body: Row }
/** `raw` goes out in place of the body. */
export type StandInReply = {
  readonly status: number
  readonly body?: unknown
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}
/** Changes a reply, as a service would that lies; undefined leaves it. */
export type StandInFault = (
  reply: StandInReply,
  request: StandInRequest,
) => StandInReply | undefined

/** A service in the shapes of Safe's, on a chain of a test. */
export type StandIn = {
  /** Takes what `fetch` takes, without a network. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Method and path of each request. */
  readonly requests: string[]
  fault: StandInFault | null
  /** Listens on 127.0.0.1. */
  readonly listen: () => Promise<{ readonly url: string; readonly close: () => Promise<void> }>
}

const zero = '0x0000000000000000000000000000000000000000'
const isChecksummed = (text: unknown): text is Address =>
  typeof text === 'string' && isAddress(text, { strict: true }) && getAddress(text) === text
const refuse = (status: number, ...texts: readonly string[]): StandInReply => ({
  status,
  body: { nonFieldErrors: texts },
})

/** Opens a stand-in: paths, fields, statuses and refusals follow the public interfaces; no line of a service is copied. */
export function openStandIn(chain: StandInChain, chainId: number): StandIn {
  const transactions = new Map<string, Row>()
  const delegates: Row[] = []
  const requests: string[] = []

  const rowOf = async (row: Row) => {
    const execution = (await chain.executions()).find((one) => one.safeTxHash === row.safeTxHash)
    const { threshold } = await chain.accountOf(row.safe as Address)
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
  const listOf = async (safe: string, url: URL) => {
    const query = url.searchParams
    const all = [...transactions.values()].filter((row) => row.safe === safe)
    const rows = await Promise.all(all.map(rowOf))
    const from = BigInt(query.get('nonce__gte') ?? 0)
    const isTrustedOnly = (query.get('trusted') ?? 'true') === 'true'
    const executed = query.get('executed')
    const rowsLeft = rows.filter(
      (row: Row) =>
        BigInt(row.nonce as string) >= from &&
        (!isTrustedOnly || row.trusted === true) &&
        (executed === null || String(row.isExecuted) === executed),
    )
    const sign = query.get('ordering') === 'nonce' ? 1 : -1
    rowsLeft.sort(
      (first: Row, second: Row) =>
        sign * Number(BigInt(first.nonce as string) - BigInt(second.nonce as string)),
    )
    const { next, ...page } = pageOf(rowsLeft, url)
    const countUniqueNonce = new Set(rowsLeft.map((row: Row) => row.nonce)).size
    return { status: 200, body: { ...page, next, countUniqueNonce } }
  }

  const propose = async (safe: string, body: Row): Promise<StandInReply> => {
    const account = await chain.accountOf(safe as Address)
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
    if (Object.keys(errors).length > 0) return { status: 422, body: errors }
    const {
      sender,
      signature,
      origin,
      contractTransactionHash,
      safeAddress: _,
      senderSignature: __,
      ...fields
    } = body
    const row: Row = {
      ...fields,
      safe,
      data: body.data ?? null,
      safeTxHash: contractTransactionHash,
    }
    const confirmations = [{ owner: sender, signature }]
    const delegate = delegates.find((one) => one.delegate === sender && one.safe === safe)
    const owners = delegate === undefined ? account.owners : [...account.owners, sender as Address]
    const entry = parseServiceEntry({
      ...row,
      confirmations: signature == null ? [] : confirmations,
    })
    const checked = await verifyEntry(entry, { ...account, owners }, chain.readerOf(account))
    if (checked.hash !== contractTransactionHash) {
      return refuse(
        422,
        `Contract-transaction-hash=${checked.hash} does not match provided contract-tx-hash=${contractTransactionHash}`,
      )
    }
    if (entry.transaction.nonce < account.nonce) {
      return refuse(422, `Tx with nonce=${body.nonce} for safe=${safe} already executed`)
    }
    const isOwner = account.owners.some((owner) => owner === sender)
    if (!isOwner && delegate === undefined)
      return refuse(422, `Sender=${sender} is not an owner or delegate`)
    if (signature != null && checked.signatures.length === 0) {
      return refuse(422, `Signature does not match sender=${sender}`)
    }
    const before = transactions.get(checked.hash)
    const trusted = signature != null
    const rowsLeft = (before?.confirmations ?? []) as Row[]
    const mine = {
      owner: sender,
      signature,
      signatureType: 'EOA',
      submissionDate: new Date().toISOString(),
      transactionHash: null,
    }
    const isNew = isOwner && trusted && !rowsLeft.some((one) => one.owner === sender)
    transactions.set(checked.hash, {
      gasToken: zero,
      refundReceiver: zero,
      ...row,
      data: row.data === '0x' ? null : row.data,
      operation: Number(row.operation),
      nonce: String(row.nonce),
      submissionDate: new Date().toISOString(),
      modified: new Date().toISOString(),
      executionDate: null,
      executor: null,
      origin: origin ?? '{}',
      proposer: isOwner ? sender : delegate?.delegator,
      proposedByDelegate: isOwner ? null : sender,
      trusted: trusted || before?.trusted === true,
      confirmations: isNew ? [...rowsLeft, mine] : rowsLeft,
    })
    return { status: 201 }
  }

  const confirm = async (hash: string, { signature }: Row): Promise<StandInReply> => {
    const row = transactions.get(hash)
    if (row === undefined) return { status: 404, body: { detail: 'Not found.' } }
    const account = await chain.accountOf(row.safe as Address)
    for (const owner of account.owners) {
      const entry = parseServiceEntry({ ...row, confirmations: [{ owner, signature }] })
      const { signatures } = await verifyEntry(entry, account, chain.readerOf(account))
      const [signed] = signatures
      if (signed === undefined) continue
      const rowsLeft = row.confirmations as Row[]
      const kind = {
        typed_data: 'EOA',
        eth_sign: 'ETH_SIGN',
        approved_hash: 'APPROVED_HASH',
        contract: 'CONTRACT_SIGNATURE',
        passkey: 'SECP256R1',
      }
      const confirmation = {
        owner,
        signature,
        signatureType: kind[signed.signature.kind],
        submissionDate: new Date().toISOString(),
        transactionHash: null,
      }
      if (!rowsLeft.some((one) => one.owner === owner)) rowsLeft.push(confirmation)
      row.trusted = true
      return { status: 201, body: { signature } }
    }
    return { status: 400, body: { signature: [`Signature=${signature} is not of an owner`] } }
  }

  const withdraw = async (hash: string, { signature }: Row): Promise<StandInReply> => {
    const row = transactions.get(hash)
    if (row === undefined) return { status: 404, body: { detail: 'Not found.' } }
    const terms = { safe: row.safe as Address, hash: hash as Hex, chainId }
    const make = (atUnix: number) => deletionTypedDataOf({ ...terms, atUnix })
    const signer = await signerOf(make, signature as Hex, [row.proposer, row.proposedByDelegate])
    if (signer === null) return refuse(400, 'Provided signer is not the proposer')
    transactions.delete(hash)
    return { status: 204 }
  }

  const addDelegate = async (body: Row): Promise<StandInReply> => {
    const { safe, delegate, delegator, signature } = body
    if (!isChecksummed(delegate) || !isChecksummed(delegator)) {
      return { status: 400, body: { delegate: [`Address ${delegate} is not checksumed`] } }
    }
    const make = (atUnix: number) => delegateTypedDataOf({ delegate, chainId, atUnix })
    if ((await signerOf(make, signature as Hex, [delegator])) === null) {
      return refuse(400, `Signature does not match provided delegator=${delegator}`)
    }
    const { label, expiryDate } = body
    const row = { safe: safe ?? null, delegate, delegator, label, expiryDate: expiryDate ?? null }
    const isSame = (one: Row) =>
      one.safe === row.safe && one.delegate === delegate && one.delegator === delegator
    const isRepeated = delegates.some(isSame)
    if (!isRepeated) delegates.push(row)
    return { status: isRepeated && body.chainId !== undefined ? 409 : 201, body: row }
  }

  const removeDelegate = async (delegate: string, body: Row): Promise<StandInReply> => {
    const make = (atUnix: number) =>
      delegateTypedDataOf({ delegate: delegate as Address, chainId, atUnix })
    const signer = await signerOf(make, body.signature as Hex, [body.delegator, delegate])
    const index = delegates.findIndex(
      (one) => one.delegate === delegate && one.delegator === body.delegator,
    )
    if (signer === null)
      return refuse(400, 'Signature does not match provided delegate or delegator')
    if (index < 0) return { status: 404, body: { detail: 'Not found.' } }
    delegates.splice(index, 1)
    return { status: 204 }
  }

  const recordOf = async (safe: string): Promise<StandInReply> => {
    if (!isChecksummed(safe))
      return {
        status: 422,
        body: { code: 1, message: 'Checksum address validation failed', arguments: [safe] },
      }
    const {
      threshold,
      owners,
      modules,
      singleton,
      version,
      nonce,
      guard,
      moduleGuard,
      fallbackHandler,
    } = await chain.accountOf(safe)
    return {
      status: 200,
      body: {
        address: safe,
        nonce: String(nonce),
        threshold,
        owners,
        modules,
        masterCopy: singleton,
        version,
        guard,
        moduleGuard,
        fallbackHandler,
      },
    }
  }

  const answer = async ({ method, url, body }: StandInRequest): Promise<StandInReply> => {
    const path = url.pathname.replace(/^\/api/, '').replace(/\/?$/, '/')
    const isQueue = !/\/$/.test(url.pathname)
    const parts = path.split('/').filter((part) => part !== '')
    const [version, noun, name, tail] = parts
    if (path === '/v1/about/')
      return {
        status: 200,
        body: {
          name: 'Safe Transaction Service',
          version: '6.10.1',
          apiVersion: 'v1',
          secure: false,
          settings: {},
        },
      }
    if (noun === 'safes' && name !== undefined && tail === undefined) return recordOf(name)
    if (noun === 'safes' && tail === 'multisig-transactions') {
      if (parts[4] === 'estimations') return { status: 200, body: { safeTxGas: '0' } }
      if (!isChecksummed(name)) return recordOf(name!)
      return method === 'POST' ? propose(name, body) : listOf(name, url)
    }
    if (noun === 'multisig-transactions' && name === 'queue') {
      url.searchParams.set('trusted', 'false')
      url.searchParams.set('executed', 'false')
      url.searchParams.set('ordering', 'nonce')
      return listOf(url.searchParams.get('safes')!.split(':')[0]!, url)
    }
    if (noun === 'multisig-transactions' && name === undefined) {
      return body.chainId === chainId ? propose(String(body.safe), body) : refuse(400, 'chain')
    }
    if (noun === 'multisig-transactions' && tail === 'confirmations') {
      if (method === 'POST') return confirm(name!, body)
      return {
        status: 200,
        body: pageOf((transactions.get(name!)?.confirmations ?? []) as Row[], url),
      }
    }
    if (noun === 'multisig-transactions') {
      if (method === 'DELETE') return withdraw(name!, body)
      const row = transactions.get(name!)
      return row === undefined
        ? { status: 404, body: { detail: 'Not found.' } }
        : { status: 200, body: await rowOf(row) }
    }
    if (noun === 'delegates' && (version === 'v2' || isQueue)) {
      if (method === 'POST') return addDelegate(body)
      if (method === 'DELETE') return removeDelegate(name!, body)
      const safe = url.searchParams.get('safe')
      return {
        status: 200,
        body: pageOf(
          delegates.filter((one) => safe === null || one.safe === safe),
          url,
        ),
      }
    }
    return { status: 404, body: { detail: 'Not found.' } }
  }

  const handle = async (method: string, address: string, text: string) => {
    const url = new URL(address)
    requests.push(`${method} ${url.pathname}`)
    const request = { method, url, body: text === '' ? {} : JSON.parse(text) }
    const honest = await answer(request).catch(
      (error: Error): StandInReply => refuse(422, error.message),
    )
    const reply = standIn.fault?.(honest, request) ?? honest
    const body = reply.raw ?? (reply.body === undefined ? '' : JSON.stringify(reply.body))
    return {
      status: reply.status,
      body,
      headers: { 'content-type': 'application/json', ...reply.headers },
    }
  }
  const standIn: StandIn = {
    requests,
    fault: null,
    fetch: async (url, { method = 'GET', body }) => {
      const reply = await handle(method, url, (body as string | undefined) ?? '')
      const isEmpty = reply.status === 204
      return new Response(isEmpty ? null : reply.body, {
        status: reply.status,
        headers: reply.headers,
      })
    },
    listen: async () => {
      const server = createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const text = Buffer.concat(chunks).toString()
        const reply = await handle(request.method!, `http://127.0.0.1${request.url}`, text)
        response.writeHead(reply.status, reply.headers).end(reply.body)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
      return { url: `http://127.0.0.1:${port}/api`, close }
    },
  }
  return standIn
}
