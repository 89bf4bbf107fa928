import type { Address, Hex } from '@vaultwright/base'
import { delegateTypedDataOf } from '@vaultwright/safe'
import {
  isChecksummed,
  notFound,
  pageOf,
  type Row,
  refuse,
  type StandInReply,
  type StandInRequest,
  signerOf,
} from './request.ts'
import {
  confirm,
  listTransactions,
  propose,
  rowOf,
  type StandInChain,
  type StandInState,
  withdraw,
} from './transaction.ts'

/** Answers as a service of queues does. */
export type SafeStandIn = (request: StandInRequest) => Promise<StandInReply>

/**
 * Opens a service of queues in memory, on a chain of one's own: paths, fields, statuses and refusals follow the public
 * interfaces of both services; no line of a service is copied.
 *
 * @param chain - owners, nonces and executions; nothing of it is kept.
 */
export function openSafeStandIn(chain: StandInChain, chainId: number): SafeStandIn {
  const state: StandInState = { chain, chainId, transactions: new Map(), delegates: [] }
  return async (request) => {
    try {
      return await answer(state, request)
    } catch (error) {
      return refuse(422, (error as Error).message)
    }
  }
}

async function answer(state: StandInState, request: StandInRequest): Promise<StandInReply> {
  const { method, url, body } = request
  const path = url.pathname.replace(/^\/api/, '').replace(/\/?$/, '/')
  const isQueueService = !/\/$/.test(url.pathname)
  const [version, noun, name, tail, last] = path.split('/').filter((part) => part !== '')
  if (path === '/v1/about/') return about
  if (noun === 'safes' && name !== undefined) {
    if (tail === undefined || !isChecksummed(name)) return recordOf(state, name)
    if (tail !== 'multisig-transactions') return notFound
    if (last === 'estimations') return { status: 200, body: { safeTxGas: '0' } }
    return method === 'POST' ? propose(state, name, body) : listTransactions(state, name, url)
  }
  if (noun === 'multisig-transactions') return answerTransaction(state, request, { name, tail })
  if (noun === 'delegates' && (version === 'v2' || isQueueService))
    return answerDelegate(state, request, name)
  return notFound
}

type PathTail = { readonly name: string | undefined; readonly tail: string | undefined }

async function answerTransaction(
  state: StandInState,
  { method, url, body }: StandInRequest,
  { name, tail }: PathTail,
): Promise<StandInReply> {
  if (name === undefined) {
    return body.chainId === state.chainId
      ? propose(state, body.safe as Address, body)
      : refuse(400, 'chain')
  }
  if (name === 'queue') {
    const query = { trusted: 'false', executed: 'false', ordering: 'nonce' }
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    return listTransactions(state, url.searchParams.get('safes')!.split(':')[0]!, url)
  }
  if (tail === 'confirmations') {
    if (method === 'POST') return confirm(state, name, body)
    const list = (state.transactions.get(name)?.confirmations ?? []) as Row[]
    return { status: 200, body: pageOf(list, url) }
  }
  if (method === 'DELETE') return withdraw(state, name, body)
  const row = state.transactions.get(name)
  return row === undefined ? notFound : { status: 200, body: await rowOf(state, row) }
}

async function answerDelegate(
  { delegates, chainId }: StandInState,
  { method, url, body }: StandInRequest,
  name: string | undefined,
): Promise<StandInReply> {
  if (method === 'GET') {
    const safe = url.searchParams.get('safe')
    const list = delegates.filter((row) => safe === null || row.safe === safe)
    return { status: 200, body: pageOf(list, url) }
  }
  const delegate = (method === 'POST' ? body.delegate : name) as Address
  const { delegator, signature } = body
  const make = (atUnix: number) => delegateTypedDataOf({ delegate, chainId, atUnix })
  if (method === 'DELETE') {
    const signer = await signerOf(make, signature as Hex, [delegator, delegate])
    const index = delegates.findIndex(
      (row) => row.delegate === delegate && row.delegator === delegator,
    )
    if (signer === null)
      return refuse(400, 'Signature does not match provided delegate or delegator')
    if (index < 0) return notFound
    delegates.splice(index, 1)
    return { status: 204 }
  }
  if (!isChecksummed(delegate) || !isChecksummed(delegator)) {
    return { status: 400, body: { delegate: [`Address ${delegate} is not checksumed`] } }
  }
  if ((await signerOf(make, signature as Hex, [delegator])) === null) {
    return refuse(400, `Signature does not match provided delegator=${delegator}`)
  }
  const { label, expiryDate = null, safe = null } = body
  const row = { safe, delegate, delegator, label, expiryDate }
  const isRepeated = delegates.some(
    (each) => each.safe === safe && each.delegate === delegate && each.delegator === delegator,
  )
  if (!isRepeated) delegates.push(row)
  return { status: isRepeated && body.chainId !== undefined ? 409 : 201, body: row }
}

async function recordOf({ chain }: StandInState, safe: string): Promise<StandInReply> {
  if (!isChecksummed(safe)) {
    const message = 'Checksum address validation failed'
    return { status: 422, body: { code: 1, message, arguments: [safe] } }
  }
  const { nonce, singleton, threshold, owners, modules, version, ...account } =
    await chain.accountOf(safe)
  const { guard, moduleGuard, fallbackHandler } = account
  const body = { address: safe, nonce: String(nonce), masterCopy: singleton, threshold, owners }
  const further = { modules, version, guard, moduleGuard, fallbackHandler }
  return { status: 200, body: { ...body, ...further } }
}

const about: StandInReply = {
  status: 200,
  body: {
    name: 'Safe Transaction Service',
    version: '6.10.1',
    apiVersion: 'v1',
    secure: false,
    settings: {},
  },
}
